#!/bin/sh
# Run by the database image when it makes its database: the two roles, with the passwords of the environment.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d "$POSTGRES_DB" \
  -v owner_password="${OWNER_PASSWORD:?}" -v app_password="${APP_PASSWORD:?}" \
  -f /roles/database-roles.sql
