import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postVideoAd, signUp } from '../server/testing/people.ts';
import { startTestServer } from '../server/testing/start-server.ts';

// No registry of ours has a collector as a program. This receiver on loopback reads what the server sends with the definitions of the
// OpenTelemetry project (opentelemetry-proto 1.9.0), which every collector uses.
interface ExportRequest {
	resourceSpans: {
		resource: { attributes: Attribute[] };
		scopeSpans: { spans: CollectedSpan[] }[];
	}[];
}
interface Attribute {
	key: string;
	value: { stringValue?: string; intValue?: string };
}
interface CollectedSpan {
	traceId: string;
	spanId: string;
	parentSpanId?: string;
	name: string;
	kind: string;
	startTimeUnixNano: string;
	endTimeUnixNano: string;
	attributes?: Attribute[];
}

const requests: { url: string | undefined; headers: IncomingHttpHeaders; body: ExportRequest }[] = [];
let address: string;
const definitions = new protobuf.Root();
definitions.resolvePath = (_, path) => join(import.meta.dirname, path);

const collector = createServer(async (request, response) => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	const bytes = Buffer.concat(chunks);
	const type = definitions.lookupType('opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest');
	const message = type.decode(request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
	const body = type.toObject(message, { bytes: String, enums: String, longs: String }) as ExportRequest;
	requests.push({ url: request.url, headers: request.headers, body });
	response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
});

beforeAll(async () => {
	await definitions.load('opentelemetry/proto/collector/trace/v1/trace_service.proto');
	await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => collector.close());

test('a collector receives the spans of an upload, its job and ffmpeg over OTLP before the process ends', async () => {
	const server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: address } });
	await postVideoAd(await signUp(server));
	await server.jobs.whenIdle();
	await server.close();

	for (const { url, headers } of requests) {
		expect(url).toBe('/v1/traces');
		expect(headers['content-type']).toBe('application/x-protobuf');
	}
	const [first] = requests.flatMap(({ body }) => body.resourceSpans);
	const resource = Object.fromEntries(
		(first?.resource.attributes ?? []).map(({ key, value }) => [key, value.stringValue]),
	);
	expect(resource).toMatchObject({ 'service.name': 'kasuwa', 'telemetry.sdk.language': 'nodejs' });

	const spans = requests.flatMap(({ body }) =>
		body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
	);
	const byId = new Map(spans.map((span) => [span.spanId, span]));
	const listAncestors = (span: CollectedSpan | undefined): string[] =>
		span ? [span.name, ...listAncestors(byId.get(span.parentSpanId ?? ''))] : [];
	const ffmpeg = spans.find(({ name }) => name === 'ffmpeg');
	const ancestors = listAncestors(ffmpeg);
	expect(ancestors[1]).toMatch(/^job media\./);
	expect(ancestors.at(-1)).toMatch(/^POST \//);
	expect(ffmpeg?.attributes).toContainEqual({ key: 'process.exit.code', value: { intValue: '0' } });
	for (const span of spans) {
		expect(Buffer.from(span.traceId, 'base64')).toHaveLength(16);
		expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
	}
	expect(new Set(spans.map(({ kind }) => kind))).toEqual(
		new Set(['SPAN_KIND_INTERNAL', 'SPAN_KIND_SERVER', 'SPAN_KIND_CLIENT', 'SPAN_KIND_CONSUMER']),
	);
});
