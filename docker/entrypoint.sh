#!/bin/sh
# Writes the secrets that are missing once, to a volume, and hands over to the command: nobody has to think of them.
set -eu

dir=${SECRETS_DIR:-/secrets}
umask 077

# 256 bits of the system's own chance. Linking succeeds for one of several that start at once, and never leaves half a file.
write_once() {
  [ -s "$dir/$1" ] && return
  new=$(mktemp "$dir/.new.XXXXXX")
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$new"
  ln "$new" "$dir/$1" 2> /dev/null || true
  rm -f "$new"
}

write_once dalmuti_secret
write_once postgres_password

if [ -z "${DALMUTI_SECRET:-}" ] && [ -z "${DALMUTI_SECRET_FILE:-}" ]; then
  export DALMUTI_SECRET_FILE="$dir/dalmuti_secret"
fi
if [ -z "${DATABASE_URL:-}" ] && [ -n "${POSTGRES_HOST:-}" ]; then
  export DATABASE_URL="postgres://dalmuti:$(cat "$dir/postgres_password")@$POSTGRES_HOST:5432/dalmuti"
fi

exec "$@"
