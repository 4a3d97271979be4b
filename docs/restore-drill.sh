#!/bin/sh
# Proves that a backup can be restored: into a database of its own, which is checked and dropped again. The site may run;
# nothing of it is touched. docs/operations.md says what it needs. It ends with 0 when everything is proved.
set -eu
started=$(date +%s)
drill="veralead_drill_$$"
folder=$(mktemp -d)
trap 'dropdb --if-exists --force "$drill"; rm -rf "$folder"' EXIT

echo "Restoring $BACKUP/veralead.dump into $drill"
createdb "$drill"
psql --quiet --set=ON_ERROR_STOP=1 --dbname="$drill" <<SQL
alter database $drill owner to veralead_owner;
revoke all on database $drill from public;
grant connect on database $drill to veralead_app;
alter schema public owner to veralead_owner;
revoke create on schema public from public;
grant usage on schema public to veralead_app;
SQL
pg_restore --exit-on-error --dbname="$drill" "$BACKUP/veralead.dump"

echo "Proving the books of the backup"
of_drill() { node -e 'const url = new URL(process.argv[1]); url.pathname = process.argv[2]; console.log(url.href)' "$1" "$drill"; }
DATABASE_URL=$(of_drill "$DATABASE_URL")
DATABASE_ADMIN_URL=$(of_drill "$DATABASE_ADMIN_URL")
export DATABASE_URL DATABASE_ADMIN_URL
if [ -f "$BACKUP/documents.tar.gz" ]; then
  tar -C "$folder" -xzf "$BACKUP/documents.tar.gz"
  # In development the secret lies there.
  if [ -f "${DATA_DIR:-.data}/session-secret" ]; then cp "${DATA_DIR:-.data}/session-secret" "$folder/"; fi
  DATA_DIR=$folder
  export DATA_DIR
  unset DOCUMENTS_S3_URL
fi
node src/server/cli/orders-verify.ts
echo "Restored and proved in $(($(date +%s) - started)) s."
