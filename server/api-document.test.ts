import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointAddresses } from '../contract/core/addresses.ts';
import { moduleDescriptions } from '../contract/core/api-document.ts';
import { apiExamples } from '../contract/core/api-examples.ts';
import { webhookEvents } from '../contract/webhooks/webhook-events.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

/** Parts of the OpenAPI document that these tests read. */
interface OpenApi {
	openapi: string;
	servers: { url: string }[];
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	webhooks: Record<string, { post: Operation }>;
	components: Record<'schemas' | 'responses' | 'parameters', Record<string, unknown>>;
}
interface Operation {
	operationId: string;
	summary: string;
	description: string;
	tags: string[];
	security: object[];
	parameters?: object[];
	requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
	responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

/** Operations outside the contract. */
const otherOperations = {
	getResumableUploadOptions: 'OPTIONS /v1_1/kasuwa/resumable/video/upload',
	beginResumableUpload: 'POST /v1_1/kasuwa/resumable/video/upload',
	getResumableUploadOffset: 'HEAD /v1_1/kasuwa/resumable/video/upload/:id',
	sendResumableUploadBytes: 'PATCH /v1_1/kasuwa/resumable/video/upload/:id',
	getResumableUpload: 'GET /v1_1/kasuwa/resumable/video/upload/:id',
	getResumableUploadProgress: 'GET /v1_1/kasuwa/resumable/video/upload/:id/received',
	deleteResumableUpload: 'DELETE /v1_1/kasuwa/resumable/video/upload/:id',
	streamNotifications: 'GET /api/notifications/stream',
};

let server: TestServer;
let document: OpenApi;
let operations: (Operation & { address: string })[];

async function getDocument(from: TestServer): Promise<OpenApi> {
	return (await (await fetch(`${from.address}/api/docs/json`)).json()) as OpenApi;
}

const find = (name: string) => operations.find(({ operationId }) => operationId === name);

/** Lists every object within a JSON value. */
function listObjects(value: unknown): object[] {
	if (typeof value !== 'object' || value === null) return [];
	return [value, ...Object.values(value).flatMap(listObjects)];
}

beforeAll(async () => {
	server = await startTestServer();
	document = await getDocument(server);
	operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			...operation,
			address: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
		})),
	);
});
afterAll(() => server.close());

describe('the OpenAPI document', () => {
	test('has every endpoint of the contract under its name, and no pages or files', () => {
		expect(document.openapi).toBe('3.1.0');
		const documented = operations.map(({ operationId, address }) => [operationId, address]);
		expect(Object.fromEntries(documented)).toEqual({ ...endpointAddresses, ...otherOperations });
		expect(new Set(documented.map(([name]) => name)).size).toBe(documented.length);
	});

	test('describes every operation', () => {
		const tags = document.tags.map(({ name }) => name);
		expect(tags).toHaveLength(Object.keys(moduleDescriptions).length);
		for (const { operationId, summary, description, tags: own, security, responses } of operations) {
			expect(summary, operationId).not.toBe('');
			expect(description, operationId).not.toBe('');
			expect(tags, operationId).toEqual(expect.arrayContaining(own));
			expect(own, operationId).toHaveLength(1);
			expect(security, operationId).toBeInstanceOf(Array);
			expect(
				Object.keys(responses).filter((status) => status.startsWith('4')),
				operationId,
			).not.toEqual([]);
		}
	});

	test('derives security from the policy and the scope of the route', () => {
		const session = { session: [] };
		const expected = { anyone: [{}, session], unguessable: [], capability: [] };
		for (const { endpoint, options } of server.routes) {
			const required = expected[options.policy as keyof typeof expected] ?? [session];
			const tokens = options.scope && required.length > 0 ? [{ apiToken: [] }] : [];
			expect(find(endpoint.name)?.security, endpoint.name).toEqual([...required, ...tokens]);
		}
		expect(find('createAd')).toMatchObject({
			security: [session, { apiToken: [] }],
			description: expect.stringContaining('`ads`'),
		});
	});

	test('declares responses by status, and errors as components with one shape', () => {
		const getStatuses = (name: string) => Object.keys(find(name)?.responses ?? {}).map(Number);
		expect(getStatuses('getAd')).toEqual([200, 404, 422, 429, 500, 503]);
		expect(getStatuses('removeAvatar')).toEqual([200, 400, 401, 403, 413, 415, 422, 429, 500, 503, 507]);
		expect(find('deleteAd')?.responses['204']).toEqual({ description: 'No Content' });
		for (const { operationId, responses } of operations)
			for (const [status, { $ref }] of Object.entries(responses))
				if (Number(status) >= 400)
					expect(document.components.responses, operationId).toHaveProperty($ref?.split('/').at(-1) ?? '');
		for (const response of Object.values(document.components.responses))
			expect(response).toMatchObject({
				content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
			});
	});

	test('names shared schemas and repeats no large one', () => {
		const objects = listObjects(document).filter(
			(schema) => 'properties' in schema && Object.keys(Object(schema.properties)).length > 3,
		);
		const texts = objects.map((schema) => JSON.stringify(schema));
		expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
		expect(Object.keys(document.components.schemas)).toEqual(
			expect.arrayContaining(['Ad', 'AdCardPage', 'Comment', 'Enrollment', 'Post', 'Session', 'VideoAd']),
		);
		expect(find('getFeed')?.responses['200']).toMatchObject({
			content: { 'application/json': { schema: { $ref: '#/components/schemas/AdCardPage' } } },
		});
		const names = Object.keys(document.components.schemas);
		expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
	});

	test('describes the requests of webhooks with their headers and bodies', () => {
		expect(Object.keys(document.webhooks)).toEqual([...webhookEvents]);
		expect(document.webhooks['contact.created']?.post).toMatchObject({
			operationId: 'onContactCreated',
			security: [],
			parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({ name, in: 'header' })),
			requestBody: {
				content: { 'application/json': { schema: { $ref: '#/components/schemas/ContactCreatedEvent' } } },
			},
		});
	});

	test('allows new fields in the bodies of webhooks', () => {
		const { schemas } = document.components;
		const names = listObjects(document.webhooks).flatMap((object) =>
			'$ref' in object ? [String(object.$ref).split('/').at(-1) ?? ''] : [],
		);
		expect(names).toHaveLength(webhookEvents.length);
		for (const name of [...names, 'WebhookAd']) {
			expect(schemas).toHaveProperty(name);
			expect(JSON.stringify(schemas[name]), name).not.toContain('additionalProperties');
		}
	});

	test('resolves every reference', () => {
		for (const object of listObjects(document)) {
			if (!('$ref' in object)) continue;
			const [, , kind, name] = String(object.$ref).split('/') as [
				'#',
				'components',
				keyof OpenApi['components'],
				string,
			];
			expect(document.components[kind], String(object.$ref)).toHaveProperty(name);
		}
	});

	test('shows forms, idempotency keys and ids in URLs as clients send them', () => {
		expect(Object.keys(find('uploadMedia')?.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
		expect(find('createAd')?.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
		expect(find('getAd')?.parameters).toEqual([
			{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
		]);
	});

	test('names the server: PUBLIC_URL, or else the base of the request', async () => {
		expect(document.servers).toEqual([{ url: server.address }]);
		const own = await startTestServer({ env: { PUBLIC_URL: 'https://market.example' } });
		try {
			expect((await getDocument(own)).servers).toEqual([{ url: 'https://market.example' }]);
		} finally {
			await own.close();
		}
	});

	test('has examples that their schemas accept', () => {
		for (const [schema, example] of apiExamples) expect(schema.safeParse(example).error?.issues ?? []).toEqual([]);
		expect(document.components.schemas.AdCard).toHaveProperty('examples');
		expect(find('createPost')?.requestBody?.content['application/json']?.schema).toEqual({
			$ref: '#/components/schemas/NewPost',
		});
		expect(document.components.schemas.NewPost).toHaveProperty('examples');
		expect(find('signUp')?.requestBody?.content['application/json']?.schema).toHaveProperty('examples');
	});
});

test('the viewer of the document loads only its own files', async () => {
	const page = await fetch(`${server.address}/api/docs`);
	expect(page.status).toBe(200);
	expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
	const html = await page.text();
	const files = [...html.matchAll(/(?:src|href)="(.+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
	expect(files).toHaveLength(5);
	for (const path of files) expect((await fetch(server.address + path)).status, path).toBe(200);
	for (const path of ['/api/docs/static/index.html', '/api/docs/static/../package.json'])
		expect((await fetch(server.address + path)).status, path).toBe(404);
});
