import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '../../contract/core/endpoint.ts';
import { goodPassword } from '../../server/testing/people.ts';

export interface FuzzRequest {
	method: string;
	path: string;
	headers: Record<string, string | string[]>;
	body: Buffer | null;
	as: 'visitor' | 'user' | 'admin';
}

interface Target {
	method: string;
	url: string;
	endpoint?: Endpoint | undefined;
	takesForm?: boolean;
}

type JsonSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'then', 'length', 'id', 'a'];
const texts = [
	'',
	' ',
	'\0',
	'a\0b',
	'\ud800',
	'\u202e',
	'😀',
	'%',
	'../../etc/passwd',
	'<script>',
	"';--",
	'é'.repeat(400),
];
const numbers = [0, -0, -1, 1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308];

const fuzzText = fc.oneof(
	fc.constantFrom(...names, ...texts),
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.integer({ min: 1, max: 12_000 }).map((length) => 'x'.repeat(length)),
);
const fuzzKey = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 12 }));
const fuzzValue: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(null, true, false, ...numbers),
	fuzzText,
	fc.array(fuzzText, { maxLength: 3 }),
	fc.array(fc.tuple(fuzzKey, fuzzText), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
	fc.integer({ min: 1, max: 2000 }).map((depth) => Array.from({ length: depth }).reduce((inner) => [inner], 1)),
	fc.jsonValue(),
);

/** Generates values that mostly satisfy a JSON schema. Sometimes a part of the value, at any depth, violates the schema. */
function fuzzSchema(schema: JsonSchema | undefined): fc.Arbitrary<unknown> {
	return fc.oneof({ weight: 24, arbitrary: generateValid(schema ?? {}) }, { weight: 1, arbitrary: fuzzValue });
}

function generateValid(schema: JsonSchema): fc.Arbitrary<unknown> {
	const { const: only, enum: choices, anyOf, oneOf, type, properties, items, required = [] } = schema;
	if (only !== undefined) return fc.constant(only);
	if (choices) return fc.constantFrom(...choices);
	const alternatives = anyOf ?? oneOf;
	if (alternatives) return fc.oneof(...alternatives.map((alternative) => fuzzSchema(alternative as JsonSchema)));
	switch (type) {
		case 'object': {
			const parts = Object.entries(properties ?? {}).map(([name, part]) => [name, fuzzSchema(part as JsonSchema)]);
			const known = fc.record<Record<string, unknown>>(Object.fromEntries(parts), { requiredKeys: required });
			const more = fc.oneof(
				{ weight: 20, arbitrary: fc.constant(null) },
				{ weight: 1, arbitrary: fc.tuple(fuzzKey, fuzzValue) },
			);
			return fc
				.tuple(known, more)
				.map(([object, extra]) => Object.fromEntries([...Object.entries(object), ...(extra ? [extra] : [])]));
		}
		case 'array':
			return fc.array(fuzzSchema(items as JsonSchema), { maxLength: 4 });
		case 'string':
			return generateText(schema);
		case 'integer':
		case 'number':
			return fc.oneof(
				{ weight: 10, arbitrary: fc.integer({ min: 1, max: 5 }) },
				{ weight: 1, arbitrary: fc.constantFrom(...numbers) },
				{ weight: 1, arbitrary: fc.double() },
			);
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		default:
			return fuzzValue;
	}
}

const emails = fc.oneof(
	fc.constantFrom('seller_1@example.com', 'nobody@example.com'),
	fc.nat(99_999).map((number) => `new_${number}@example.com`),
);

function generateText({ pattern }: JsonSchema): fc.Arbitrary<string> {
	const plain = fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 60 }),
		fc.constantFrom('lamp', '1', 'a'.repeat(20), goodPassword),
		emails,
	);
	if (pattern === undefined) return plain;
	try {
		return fc.oneof(fc.stringMatching(new RegExp(pattern)), plain);
	} catch {
		// fast-check cannot generate strings for this regular expression, so the generated ones need not match it.
		return plain;
	}
}

function toSchema(type: z.ZodType | undefined): JsonSchema {
	return type ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};
}

/** Percent-encodes a text. UTF-8 forbids lone surrogates, so a text that contains one gets invalid bytes. */
function encode(text: string): string {
	return text.isWellFormed() ? encodeURIComponent(text) : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`;
}

const validSegments: Record<string, string[]> = {
	target: ['ads', 'posts'],
	list: ['wishlist', 'tweets', 'talks'],
	resource_type: ['image', 'video'],
	cloud_name: ['kasuwa'],
	user_name: ['seller_1', 'seller_2'],
	kind: ['ads', 'posts', 'people', 'courses'],
};

function generateSegment(name: string): fc.Arbitrary<string> {
	const valid = fc.constantFrom(
		...(validSegments[name] ?? ['1', '2', '3', '1', '2', '3', 'web-hacking-essentials', 'x'.repeat(24)]),
	);
	const invalid = fc.constantFrom(
		'%',
		'%00',
		'%ff',
		'%zz',
		'..',
		'..%2f..%2fetc',
		'0',
		'-1',
		'1e3',
		'9'.repeat(30),
		'%ED%A0%80',
	);
	return fc.oneof(
		{ weight: 14, arbitrary: valid },
		{ weight: 1, arbitrary: invalid },
		{ weight: 1, arbitrary: fuzzText.map(encode) },
	);
}

function generatePath(url: string): fc.Arbitrary<string> {
	const pieces = url.split(/(:\w+|\*)/).map((piece) => {
		if (piece === '*') return generateSegment('*');
		return piece.startsWith(':') ? generateSegment(piece.slice(1)) : fc.constant(piece);
	});
	return fc.tuple(...pieces).map((texts) => texts.join(''));
}

function generateQuery(endpoint: Endpoint | undefined): fc.Arbitrary<string> {
	const { properties = {} } = toSchema(endpoint?.query);
	const pair = fc.oneof(
		...Object.entries(properties).map(([name, part]) =>
			fuzzSchema(part as JsonSchema).map(
				(value) => `${name}=${encode(typeof value === 'string' ? value : String(JSON.stringify(value)))}`,
			),
		),
		fc.tuple(fuzzKey, fuzzText).map(([name, value]) => `${encode(name)}=${encode(value)}`),
		fc.constantFrom('', '=', '&', '%', 'a[]=1', 'a[b]=1', 'limit=1&limit=2', 'cursor=%00', '%ff=%ff', '__proto__[a]=1'),
	);
	const pairs = fc.array(pair, { minLength: 1, maxLength: 4 }).map((parts) => `?${parts.join('&')}`);
	return fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: pairs });
}

const types = [
	'application/json',
	'application/vnd.api+json',
	'application/json; charset=utf-16',
	'text/plain',
	'application/x-www-form-urlencoded',
	'multipart/form-data',
	'multipart/form-data; boundary=x',
	'application/offset+octet-stream',
	'image/png',
	'nonsense',
];

type FuzzBody = Pick<FuzzRequest, 'body'> & { type: string | null };

const rawBody: fc.Arbitrary<FuzzBody> = fc.record({
	type: fc.option(fc.constantFrom(...types)),
	body: fc.oneof(
		fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
		fc
			.constantFrom('', '{', 'null', '"x"', '{"a":1}{"b":2}', '1e999', '{"__proto__":{"a":1}}', '[[[[', '{"a":1,"a":2}')
			.map((text) => Buffer.from(text)),
	),
});

const form: fc.Arbitrary<FuzzBody> = fc
	.array(
		fc.tuple(
			fc.oneof(fc.constantFrom('file', 'upload_preset', 'cloud_name', 'folder'), fuzzKey),
			fc.option(fc.constantFrom('a.png', '../a.mp4', '"', '\u0001')),
			fc.uint8Array({ maxLength: 100 }),
		),
		{ maxLength: 6 },
	)
	.map((parts) => ({
		type: 'multipart/form-data; boundary=x',
		body: Buffer.concat([
			...parts.flatMap(([name, fileName, bytes]) => [
				Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"`),
				Buffer.from(fileName === null ? '\r\n\r\n' : `; filename="${fileName}"\r\n\r\n`),
				Buffer.from(bytes),
				Buffer.from('\r\n'),
			]),
			Buffer.from('--x--\r\n'),
		]),
	}));

function generateBody(endpoint: Endpoint | undefined, takesForm: boolean): fc.Arbitrary<FuzzBody> {
	const json = fuzzSchema(toSchema(endpoint?.body)).map((value) => ({
		type: 'application/json',
		body: Buffer.from(JSON.stringify(value) ?? ''),
	}));
	return fc.oneof(
		{ weight: endpoint?.body ? 20 : 1, arbitrary: json },
		{ weight: endpoint?.body || takesForm ? 1 : 20, arbitrary: fc.constant({ type: null, body: null }) },
		{ weight: 1, arbitrary: rawBody },
		{ weight: takesForm ? 20 : 1, arbitrary: form },
	);
}

const header = fc.oneof(
	...Object.entries({
		'idempotency-key': ['a'.repeat(20), '', 'x'.repeat(3000), '__proto__'],
		'if-none-match': ['*', '"x"', ',,,'],
		'if-modified-since': ['yesterday'],
		range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'lines=1'],
		accept: ['text/html', 'nonsense', ''],
		'accept-encoding': ['br', 'gzip;q=0', '*', 'nonsense'],
		authorization: ['Bearer x', 'Bearer ', 'Basic YTpi', 'Bearer a b'],
		cookie: ['google_sign_in=x', `google_sign_in=${'a'.repeat(43)}`, '=;=', 'a'],
		'x-forwarded-for': ['1.2.3.4', 'nonsense', '::1'],
		host: ['market.example', '', 'a:b:c', '[::1]'],
		origin: ['null', 'https://evil.example'],
		'tus-resumable': ['1.0.0', '9'],
		'upload-length': ['10', '-1', '1e9', '99999999999999999999'],
		'upload-offset': ['0', '5', '-1', 'x'],
		'upload-metadata': ['filename YQ==', 'filename', ',,,', 'constructor YQ==,__proto__ YQ=='],
		'content-range': ['bytes 0-9/10', 'bytes 0-9/-1', 'bytes 9-0/5', 'nonsense'],
		'x-unique-upload-id': ['abc', '', 'x'.repeat(2000), '__proto__'],
		'x-paystack-signature': ['x', 'a'.repeat(128)],
		'user-agent': ['', 'x'.repeat(2000), 'é', 'CloudinaryNode/2.11.0'],
		'content-encoding': ['gzip'],
		'x-http-method-override': ['DELETE'],
	}).map(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const)),
);

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

export function createFuzzRequestArbitrary(targets: readonly Target[]): fc.Arbitrary<FuzzRequest> {
	return fc.oneof(
		...targets.map(({ method, url, endpoint, takesForm = false }) =>
			fc
				.record({
					method: fc.oneof(
						{ weight: 40, arbitrary: fc.constant(method) },
						{ weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
					),
					path: generatePath(url),
					query: generateQuery(endpoint),
					sent: generateBody(endpoint, takesForm),
					headers: fc.oneof(
						{ weight: 3, arbitrary: fc.constant([]) },
						{ weight: 1, arbitrary: fc.array(header, { minLength: 1, maxLength: 3 }) },
					),
					as: fc.constantFrom('visitor', 'user', 'user', 'admin'),
				})
				.map(({ path, query, sent: { body, type }, headers, ...rest }) => ({
					...rest,
					path: path + query,
					body,
					headers: { ...(type !== null && { 'content-type': type }), ...Object.fromEntries(headers) },
				})),
		),
	);
}
