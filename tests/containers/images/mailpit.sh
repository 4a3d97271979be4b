#!/bin/sh
exec node /mail/mailpit.mjs "$@"
