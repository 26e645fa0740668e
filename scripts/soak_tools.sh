#!/bin/sh
# Makes sure that caddy, curl, nginx, openssl, redis-server and wrk are here: by apt as root, or says what is missing.
set -eu
PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
missing=""
for each in caddy:caddy curl:curl nginx:nginx-light openssl:openssl redis-server:redis-server wrk:wrk; do
    command -v "${each%%:*}" >/dev/null || missing="$missing ${each#*:}"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "make soak needs what these packages hold:$missing (Debian: apt install$missing)" >&2
    exit 2
fi
# What is installed here for the tests shall not start to serve.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    trap 'rm -f "$policy"' EXIT
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086  # a list of packages
apt-get install -qq --yes --no-install-recommends $missing >/dev/null
