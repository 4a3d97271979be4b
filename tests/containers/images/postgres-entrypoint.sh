#!/bin/bash
# The part of the official image's entrypoint that the compose files and testcontainers use.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  user=${POSTGRES_USER:-postgres} database=${POSTGRES_DB:-${POSTGRES_USER:-postgres}}
  initdb --username="$user" --pwfile=<(echo "${POSTGRES_PASSWORD:?}") --auth-local=trust --auth-host=trust > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  [ "$database" = postgres ] || createdb -U "$user" "$database"
  for script in /docker-entrypoint-initdb.d/*; do
    case $script in
      *.sh) "$script" ;;
      *.sql) psql -v ON_ERROR_STOP=1 -U "$user" -d "$database" -f "$script" ;;
    esac
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
[ "${1:-}" = postgres ] && shift
exec postgres -c listen_addresses='*' "$@"
