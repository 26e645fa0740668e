#!/bin/sh
# Print the path of a Chromium for the browser tests, installing one if there is none: with
# Playwright's own installer, or, as root, from the distribution. Never calls sudo. The headless
# shell is preferred, since it has no windows and renders pages a third faster.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
python="${PYTHON:-$here/.venv/bin/python}"

system_browser() {
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" && return 0
  done
  return 1
}

playwright_browser() {
  "$python" - <<'PY'
import os
import sys

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    path = playwright.chromium.executable_path
print(path)
sys.exit(0 if os.path.exists(path) else 1)
PY
}

if [ -n "${WORDLE_WEB_CHROMIUM:-}" ]; then
  echo "$WORDLE_WEB_CHROMIUM"
  exit 0
fi
system_browser && exit 0
if path=$(playwright_browser 2>/dev/null); then
  echo "$path"
  exit 0
fi
echo "No Chromium on this machine: trying Playwright's installer." >&2
if "$python" -m playwright install chromium >&2 && path=$(playwright_browser); then
  echo "$path"
  exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "That cannot be reached here: trying the distribution's package." >&2
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >&2
  apt-get install -y -qq chromium-headless-shell >&2 || apt-get install -y -qq chromium >&2
  system_browser && exit 0
fi
echo "The browser tests need Chromium. Install it (Debian: apt install chromium-headless-shell) or set WORDLE_WEB_CHROMIUM to its path." >&2
exit 1
