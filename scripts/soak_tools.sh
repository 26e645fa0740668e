#!/bin/sh
# Install caddy, curl, nginx, openssl, redis-server and wrk: with apt as root, otherwise only name missing ones.
# The browser engines are optional: tests of a missing engine are skipped.
set -eu
PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
missing=""
for program in caddy:caddy curl:curl nginx:nginx-light openssl:openssl redis-server:redis-server wrk:wrk; do
    command -v "${program%%:*}" >/dev/null || missing="$missing ${program#*:}"
done
# The browser cog is installed for its dependencies, which WebKit's driver needs.
wanted=""
for program in chromedriver:chromium-driver firefox-esr:firefox-esr WPEWebDriver:wpewebkit-driver cog:cog; do
    command -v "${program%%:*}" >/dev/null || wanted="$wanted ${program#*:}"
done
[ -n "$missing$wanted" ] || exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    [ -n "$missing" ] || exit 0
    echo "make soak needs what these packages hold:$missing (Debian: apt install$missing)" >&2
    exit 2
fi
# Services installed here for the tests must not start.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    trap 'rm -f "$policy"' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086  # a list of packages
[ -z "$missing" ] || apt-get install -qq --yes --no-install-recommends $missing >/dev/null
for program in $wanted; do
    apt-get install -qq --yes --no-install-recommends "$program" >/dev/null || echo "$program cannot be installed" >&2
done
