// Java 17 or newer: java Verify.java
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Verify {
  /** Checks the raw body: re-serialised JSON may differ. */
  static boolean verify(String secret, Map<String, String> headers, byte[] rawBody, long now)
      throws GeneralSecurityException {
    String id = headers.getOrDefault("webhook-id", "");
    String timestamp = headers.getOrDefault("webhook-timestamp", "");
    String signatures = headers.getOrDefault("webhook-signature", "");
    // refuses replays: deliveries older than five minutes
    if (!timestamp.matches("[0-9]{1,15}") || Math.abs(now - Long.parseLong(timestamp)) > 300) return false;
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody))).getBytes(UTF_8);
    // the header has several while a secret is replaced
    for (String given : signatures.split(" "))
      if (MessageDigest.isEqual(expected, given.getBytes(UTF_8))) return true;
    return false;
  }

  // An example. A receiver takes its own secret, what it has
  // received, and Instant.now().getEpochSecond().
  public static void main(String[] args) throws GeneralSecurityException {
    String secret = "whsec_ZXhhbXBsZS1zZWNyZXQtMjQtYnl0ZXMh";
    Map<String, String> headers = Map.of(
        "webhook-id", "test_5c1b2d0e",
        "webhook-timestamp", "1795156330",
        "webhook-signature", "v1,892Av0SbFmPZ0fF3kfdJQd9auYML9Kguj8b4lZZTV14=");
    String rawBody = """
        {"type":"test","timestamp":"2026-11-20T06:32:10.000Z","data":{}}""";
    long now = 1795156330;
    System.out.println(verify(secret, headers, rawBody.getBytes(UTF_8), now) ? "valid" : "invalid");
  }
}
