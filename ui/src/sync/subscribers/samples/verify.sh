# Any shell with OpenSSL and curl: sh verify.sh
# For trials by hand: a receiver compares in constant time,
# and does not pass its secret to programs as an argument.

# Prints the signature of a delivery: sign secret id timestamp body
sign() {
  key=$(printf %s "${1#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  mac=$(printf %s "$2.$3.$4" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  echo "v1,$mac"
}

# Checks a delivery: verify secret id timestamp signatures body now
verify() {
  case "$3" in '' | *[!0-9]*) return 1 ;; esac
  # refuses replays: deliveries older than five minutes
  age=$(($6 - $3))
  [ "${age#-}" -le 300 ] || return 1
  # the header has several while a secret is replaced
  case " $4 " in
    *" $(sign "$1" "$2" "$3" "$5") "*) return 0 ;;
    *) return 1 ;;
  esac
}

# Sends a delivery to your receiver: deliver secret url body
deliver() {
  sent=$(date +%s)
  curl -sS "$2" -H 'content-type: application/json' -H "webhook-id: test_$sent" -H "webhook-timestamp: $sent" \
    -H "webhook-signature: $(sign "$1" "test_$sent" "$sent" "$3")" --data-raw "$3"
}

# An example. A receiver takes its own secret, what it has
# received, and now=$(date +%s).
secret='whsec_ZXhhbXBsZS1zZWNyZXQtMjQtYnl0ZXMh'
id='test_5c1b2d0e'
timestamp='1795156330'
signatures='v1,892Av0SbFmPZ0fF3kfdJQd9auYML9Kguj8b4lZZTV14='
body='{"type":"test","timestamp":"2026-11-20T06:32:10.000Z","data":{}}'
now=1795156330
if verify "$secret" "$id" "$timestamp" "$signatures" "$body" "$now"; then echo valid; else echo invalid; fi
# deliver "$secret" https://receiver.example/changes "$body"
