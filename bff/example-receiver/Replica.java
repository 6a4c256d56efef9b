import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Keeps a replica of Gazetteer's records in a file. Java 17 or newer, nothing else.
 *
 * <pre>
 * GAZETTEER=http://127.0.0.1:8080 TOKEN=gzf_... java Replica.java pull
 * WEBHOOK_SECRET=whsec_... PORT=9000 java Replica.java receive
 * java Replica.java dump
 * </pre>
 *
 * REPLICA names the file, replica.tsv by default. Begin with pull, also where changes are pushed.
 */
public class Replica {
    /** The newest state of a record; `json` is "null" once it is deleted, and the version says that older changes come too late. */
    record Stored(long version, String json) {}

    private final Path file;
    /** By entity and id. */
    private final Map<String, Stored> records = new TreeMap<>();
    /** Cursor, epoch, and the cursor of the last snapshot. */
    private final Map<String, String> state = new LinkedHashMap<>();

    Replica(Path file) throws IOException {
        this.file = file;
        if (!Files.exists(file)) return;
        String text = Files.readString(file);
        // a line without an end was being written when the program stopped
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(this::apply);
    }

    /** Applies a line of the file: the state of a record, unless a newer one is there, or a value of `state`. */
    private void apply(String line) {
        String[] cells = line.split("\t", 3);
        if (cells[0].startsWith("=")) {
            state.put(cells[0].substring(1), cells[1]);
            return;
        }
        long version = Long.parseLong(cells[1]);
        Stored known = records.get(cells[0]);
        if (known == null || version > known.version) records.put(cells[0], new Stored(version, cells[2]));
    }

    /** Adds lines to the file in one go, and returns once they are on disk. */
    private void append(List<String> lines) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.wrap((String.join("\n", lines) + "\n").getBytes(UTF_8)));
            channel.force(true);
        }
        lines.forEach(this::apply);
    }

    /** The line of a change. It keeps the JSON of the record as it came. */
    private static String lineOf(String change) {
        Map<String, String> members = Json.members(change);
        return lineOf(members, members.get("version"), members.get("record"));
    }

    private static String lineOf(Map<String, String> members, String version, String json) {
        return Json.text(members.get("entity")) + "/" + members.get("recordId") + "\t" + version + "\t" + json;
    }

    /** Whether the database was restored from a backup since the snapshot, so that the replica may have changes that are lost. */
    private boolean isRestored(String epoch) {
        return !epoch.equals(state.get("epoch"));
    }

    private static <T> HttpResponse<T> get(String path, HttpResponse.BodyHandler<T> body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("GAZETTEER") + "/dc/api/v1/" + path))
            .header("Authorization", "Bearer " + System.getenv("TOKEN"))
            .timeout(Duration.ofMinutes(1))
            .build();
        return HttpClient.newHttpClient().send(request, body);
    }

    /** Replaces the file by a snapshot, which is not whole without its last line. */
    private void takeSnapshot() throws Exception {
        HttpResponse<java.util.stream.Stream<String>> response = get("changes/snapshot", BodyHandlers.ofLines());
        if (response.statusCode() != 200) throw new IOException("the snapshot is answered with " + response.statusCode());
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        boolean isWhole = false;
        try (var writer = Files.newBufferedWriter(unfinished)) {
            for (Iterator<String> lines = response.body().iterator(); lines.hasNext(); ) {
                Map<String, String> line = Json.members(lines.next());
                String type = Json.text(line.get("type"));
                if (type.equals("snapshot")) {
                    String cursor = Json.text(line.get("cursor"));
                    writer.write("=epoch\t" + line.get("epoch") + "\n=snapshot\t" + cursor + "\n=cursor\t" + cursor + "\n");
                } else if (type.equals("record")) {
                    String json = line.get("record");
                    writer.write(lineOf(line, Json.members(json).get("version"), json) + "\n");
                } else isWhole = true;
            }
        }
        if (!isWhole) throw new IOException("the snapshot broke off; try again");
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        records.clear();
        state.clear();
        Files.readString(file).lines().forEach(this::apply);
    }

    /** Reads on from the stored cursor. Without one, or if its changes are no longer kept, begins with a snapshot. */
    void pull() throws Exception {
        if (!state.containsKey("cursor")) takeSnapshot();
        for (boolean more = true; more; ) {
            HttpResponse<String> response = get("changes?limit=1000&cursor=" + state.get("cursor"), BodyHandlers.ofString());
            Map<String, String> data = Json.members(Json.members(response.body()).get("data"));
            if (response.statusCode() == 422 && data.getOrDefault("fields", "").contains("\"/query/cursor\"")) {
                takeSnapshot();
                continue;
            }
            if (response.statusCode() != 200) throw new IOException("the feed is answered with " + response.statusCode());
            List<String> changes = Json.items(data.get("items"));
            if (isRestored(data.get("epoch"))) {
                takeSnapshot();
                continue;
            }
            List<String> lines = new ArrayList<>(changes.stream().map(Replica::lineOf).toList());
            // after the changes, so that a crash repeats some but loses none
            lines.add("=cursor\t" + Json.text(data.get("nextCursor")));
            append(lines);
            more = data.get("more").equals("true");
        }
    }

    /** Checks the signature over the body as it came: re-serialised JSON may differ. */
    static boolean verify(String secret, HttpExchange exchange, byte[] body) throws Exception {
        String id = exchange.getRequestHeaders().getFirst("webhook-id");
        String time = exchange.getRequestHeaders().getFirst("webhook-timestamp");
        String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
        if (id == null || signatures == null || time == null || !time.matches("\\d{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        mac.update((id + "." + time + ".").getBytes(UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(UTF_8);
        // the header has several signatures while the secret is replaced
        for (String signature : signatures.split(" "))
            if (MessageDigest.isEqual(signature.getBytes(UTF_8), expected)) return true;
        return false;
    }

    private int take(String message) throws Exception {
        Map<String, String> members = Json.members(message);
        if (Json.text(members.get("type")).equals("test")) return 204;
        String change = members.get("data");
        if (isRestored(Json.members(change).get("epoch"))) takeSnapshot();
        long position = Long.parseLong(Json.members(change).get("position"));
        // the snapshot has what stands before its cursor
        if (position > Long.parseLong(state.getOrDefault("snapshot", "0"))) append(List.of(lineOf(change)));
        return 204;
    }

    void receive(String secret, int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            int status = 500;
            try {
                byte[] body = exchange.getRequestBody().readAllBytes();
                // only what was answered with 2xx is not sent again
                status = verify(secret, exchange, body) ? take(new String(body, UTF_8)) : 400;
            } catch (Exception error) {
                System.err.println(error);
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void dump() {
        PrintStream output = new PrintStream(System.out, true, UTF_8);
        records.forEach((key, stored) -> output.printf(
            "{\"entity\":\"%s\",\"recordId\":%s,\"version\":%d,\"record\":%s}%n",
            key.split("/")[0], key.split("/")[1], stored.version, stored.json));
    }

    public static void main(String[] args) throws Exception {
        Replica replica = new Replica(Path.of(System.getenv().getOrDefault("REPLICA", "replica.tsv")));
        switch (args.length == 0 ? "" : args[0]) {
            case "pull" -> replica.pull();
            case "receive" -> replica.receive(
                System.getenv("WEBHOOK_SECRET"), Integer.parseInt(System.getenv().getOrDefault("PORT", "9000")));
            case "dump" -> replica.dump();
            default -> System.err.println("java Replica.java pull | receive | dump");
        }
    }

    /** As much of JSON as is needed to keep records as they came; a library such as Jackson does the same. */
    static final class Json {
        /** The members of an object, each value as JSON. */
        static Map<String, String> members(String json) {
            Map<String, String> members = new LinkedHashMap<>();
            for (String member : split(json)) {
                int end = member.indexOf('"', 1);
                members.put(member.substring(1, end), member.substring(member.indexOf(':', end) + 1).strip());
            }
            return members;
        }

        /** The items of a list, each as JSON. */
        static List<String> items(String json) {
            return split(json);
        }

        /** A text without escapes, such as a code of the contract. */
        static String text(String json) {
            return json.substring(1, json.length() - 1);
        }

        /** What stands between the commas of an object or a list. */
        private static List<String> split(String json) {
            List<String> parts = new ArrayList<>();
            int depth = 0;
            boolean isText = false;
            int start = json.indexOf(json.strip().charAt(0)) + 1;
            for (int at = start - 1; at < json.length(); at++) {
                char character = json.charAt(at);
                if (isText) {
                    if (character == '\\') at++;
                    else if (character == '"') isText = false;
                } else if (character == '"') isText = true;
                else if (character == '{' || character == '[') depth++;
                else if (character == ',' && depth == 1 || (character == '}' || character == ']') && --depth == 0) {
                    String part = json.substring(start, at).strip();
                    if (!part.isEmpty()) parts.add(part);
                    start = at + 1;
                }
            }
            return parts;
        }
    }
}
