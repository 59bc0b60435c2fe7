#!/bin/sh
# Guards one outside call with curl: whatever runs this, and however often, the note is sent once.
#
#   REPRISE_URL=https://reprise.example REPRISE_KEY=rpk_... CRM_URL=https://crm.example sh guard.sh C-118 "Renewed"
#
# The key needs the scope "guard". Exit 0: it happened. 75: nobody knows or somebody else sends it; run it again later.
set -eu
object=$1 text=$2

new_id() { cat /proc/sys/kernel/random/uuid; }
# Enough for the flat answers read here; use jq where you have it.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
ask() {
  curl --silent --show-error --retry 5 --retry-all-errors --max-time 20 "$REPRISE_URL/api/v1$1" \
    --header "Authorization: Bearer $REPRISE_KEY" --header "Content-Type: application/json" \
    --header "Idempotency-Key: $(new_id)" --data "$2"
}

attempt=$(new_id)
begun=$(ask /guard/begin "{\"actionId\":\"$(new_id)\",\"attemptId\":\"$attempt\",\"intent\":{
  \"type\":\"crm.note\",\"object\":\"$object\",\"payload\":{\"text\":\"$text\"},
  \"declaration\":{\"name\":\"crm\",\"title\":\"the CRM\",\"effect\":\"compensatable\",\"impact\":\"pollutes_data\",
    \"deduplicates\":null,\"probe\":null,\"preExecutionCodes\":[],\"deadlineMs\":10000,\"owner\":null,\"runbook\":null}}}")

case $(printf %s "$begun" | field answer) in
  proceed) ;;
  stored) echo "It was sent before: $begun"; exit 0 ;;
  *) echo "Not sent now: $begun"; exit 75 ;;
esac

# One request and no retry: after the first byte only the destination knows. The deadline is part of the right to send.
marker=$(printf %s "$begun" | field marker)
if code=$(curl --silent --output /dev/null --write-out '%{http_code}' --max-time 9 "$CRM_URL/notes" \
  --header "Content-Type: application/json" --data "{\"text\":\"$text\",\"reference\":\"$marker\"}"); then curl_exit=0; else curl_exit=$?; fi

case $curl_exit/$code in
  0/2*) outcome=confirmed transport=accepted ;;
  # 6: no such host, 7: connection refused. Not one byte left.
  6/* | 7/*) outcome=not_sent transport=not_sent ;;
  *) outcome=unknown transport=connection_lost ;;
esac
ask /guard/report "{\"attemptId\":\"$attempt\",\"outcome\":\"$outcome\",\"transport\":\"$transport\"}" >/dev/null
echo "$outcome"
[ "$outcome" = confirmed ] || exit 75
