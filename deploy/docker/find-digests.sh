#!/bin/sh
# Prints the current digests of the base images of the Dockerfile, as BUILD_DIGEST=… and RUNTIME_DIGEST=…, one a line.
set -eu
dockerfile=$(dirname "$0")/Dockerfile
for name in BUILD_DIGEST RUNTIME_DIGEST; do
  image=$(sed -n "s/^FROM \(.*\)@\${$name}.*/\1/p" "$dockerfile")
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  echo "$name=$digest"
done
