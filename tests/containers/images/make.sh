#!/bin/bash
# Makes images with the names of the real base images out of Debian's packages and npm's, for machines that can pull none:
# make.sh <work folder> <node binary>. Needs root, debootstrap, npm and DOCKER_HOST. What is there already is left alone.
set -euo pipefail
work=$1 node=$2 here=$(dirname "$(readlink -f "$0")")
mkdir -p "$work"

# A Debian of that suite with these packages, made once.
debian() { # suite folder packages
  [ -e "$work/$2/.made" ] && return
  rm -rf "${work:?}/$2"
  debootstrap --variant=minbase --include="$3" "$1" "$work/$2" > "$work/$2.log"
  rm -rf "$work/$2"/var/cache/apt/archives/*.deb "$work/$2"/var/lib/apt/lists/*
  # What this machine trusts: its registries may answer with a certificate of their own.
  cp /etc/ssl/certs/ca-certificates.crt "$work/$2/etc/ssl/certs/ca-certificates.crt"
  touch "$work/$2/.made"
}
import() { # folder name changes...
  local folder=$1 name=$2 changes=()
  shift 2
  for change in "$@"; do changes+=(-c "$change"); done
  tar -C "$work/$folder" -c . | docker import "${changes[@]}" - "$name" > /dev/null
}
missing() { ! docker image inspect "$1" > /dev/null 2>&1; }
path='ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
trust='ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'

if missing node:24-bookworm-slim; then
  debian bookworm node ca-certificates
  cp "$node" "$work/node/usr/local/bin/node"
  lib="$work/node/usr/local/lib/node_modules/npm"
  mkdir -p "$lib"
  (cd "$work" && npm pack --silent npm@11 > npm.name && tar xzf "$(tail -n 1 npm.name)" -C "$lib" --strip-components=1)
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$work/node/usr/local/bin/npm"
  import node node:24-bookworm-slim "$path" "$trust" 'CMD ["node"]'
fi
if missing postgres:17-alpine; then
  debian trixie postgres postgresql-17,ca-certificates
  install -m 755 "$here/postgres-entrypoint.sh" "$work/postgres/usr/local/bin/docker-entrypoint.sh"
  import postgres postgres:17-alpine 'ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
    'ENV PGDATA=/var/lib/postgresql/data' 'EXPOSE 5432' \
    'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["postgres"]'
  printf '%s\n' 'FROM postgres:17-alpine' 'STOPSIGNAL SIGINT' | DOCKER_BUILDKIT=0 docker build --quiet -t postgres:17-alpine - > /dev/null
fi
if missing caddy:2-alpine; then
  debian bookworm caddy caddy,ca-certificates,wget
  import caddy caddy:2-alpine "$path" 'ENV XDG_DATA_HOME=/data' \
    'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
fi
if missing axllent/mailpit:v1.21; then
  build="$work/mailpit"
  mkdir -p "$build"
  cp "$here/mailpit.mjs" "$here/mailpit.sh" "$build"
  printf '%s\n' 'FROM node:24-bookworm-slim' 'WORKDIR /mail' \
    'RUN npm install --no-audit --no-fund smtp-server@3.21.6 postal-mime@4.0.0' \
    'COPY mailpit.mjs ./' 'COPY mailpit.sh /mailpit' 'CMD ["/mailpit"]' > "$build/Dockerfile"
  DOCKER_BUILDKIT=0 docker build --quiet --network host -t axllent/mailpit:v1.21 "$build" > /dev/null
fi
