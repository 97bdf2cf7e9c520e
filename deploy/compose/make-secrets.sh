#!/bin/sh
# Makes the secrets of compose.yaml in the folder `secrets` beside it. Existing ones are kept: KEY_SECRET and the password of
# the database belong to the data.
set -eu
umask 077
mkdir -p "$(dirname "$0")/secrets"
cd "$(dirname "$0")/secrets"

random() { openssl rand -base64 48 | tr -d '/+=\n' | cut -c1-48; }
make() {
  [ -s "$1" ] && return
  printf '%s' "$2" >"$1"
  # Compose mounts the file as it is and the service runs as another user; the folder is closed to others.
  chmod 444 "$1"
}

make database_password "$(random)"
make database_url "mariadb://content:$(cat database_password)@database:3306/content"
make key_secret "$(random)"
make admin_password "$(random)"
make client_secret "$(random)"
