import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { TokenScope } from '../../contract/accounts/token-scopes.ts';
import { endpointAddresses } from '../../contract/core/addresses.ts';
import {
	documentedProblemSchema,
	listNamedSchemas,
	moduleDescriptions,
	webhookRequests,
} from '../../contract/core/api-document.ts';
import { apiExamples } from '../../contract/core/api-examples.ts';
import { type Endpoint, getErrorCodes } from '../../contract/core/endpoint.ts';
import { type ContractModuleName, contractModules } from '../../contract/core/endpoints.ts';
import { idParamSchema } from '../../contract/core/fields.ts';
import * as limits from '../../contract/core/limits.ts';
import { type ProblemCode, problemCodes } from '../../contract/core/problem.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import type { Policy } from './policy.ts';
import { statusByCode } from './problems.ts';
import { getSuccessResponse, type Route } from './route.ts';

type Json = Record<string, unknown>;

/** Operation outside the contract, such as a stream, as the OpenAPI document shows it. */
export interface OtherOperation {
	/** Method and path, as in `contract/core/addresses.ts`. */
	address: string;
	name: string;
	summary: string;
	tag: ContractModuleName;
	policy: Policy;
	scope?: TokenScope;
	parameters?: readonly Json[];
	requestBody?: Json;
	/** Successful responses by status, as response objects of OpenAPI. */
	responses: Record<number, Json>;
	errors: readonly ProblemCode[];
}

/** Security schemes by name. `describeSecurity` says which operations need them. */
const securitySchemes = {
	session: {
		type: 'http',
		scheme: 'bearer',
		description: 'The `token` of a session, which `signUp` and `logIn` return.',
	},
	apiToken: {
		type: 'http',
		scheme: 'bearer',
		description:
			'The `token` that `createApiToken` returns. The description of an operation names the scope that it needs.',
	},
};

/** Derives who may call an operation from the policy and the scope of its route: everyone, sessions, API tokens. */
function describeSecurity(policy: Policy, scope: TokenScope | undefined): Json[] {
	if (policy === 'unguessable' || policy === 'capability') return [];
	return [...(policy === 'anyone' ? [{}] : []), { session: [] }, ...(scope ? [{ apiToken: [] }] : [])];
}

/** Says who may call an operation. */
const policyDescriptions: Record<Policy, string> = {
	anyone: 'For everyone.',
	signedIn: 'For accounts.',
	owner: 'For the owner. Other accounts get 403.',
	ownerAlone: 'For the owner. Other accounts get 404.',
	learner: 'For active learners of the course, and for administrators.',
	ownerOrAdmin: 'For the owner and for administrators. Other accounts get 403.',
	admin: 'For administrators.',
	unguessable: 'For everyone who has the secret id in the URL.',
	capability: 'For everyone who has the signed permission that the request contains.',
};

function describePolicy(policy: Policy, scope: TokenScope | undefined): string {
	const description = policyDescriptions[policy];
	if (!scope || policy === 'unguessable' || policy === 'capability') return description;
	if (policy === 'anyone') return `${description} An API token with the scope \`${scope}\` calls as its owner.`;
	return `${description} API tokens need the scope \`${scope}\`.`;
}

const problemDescriptions: Record<ProblemCode, string> = {
	malformed: 'The request could not be read.',
	unauthenticated: 'The session or API token is missing, unknown or expired.',
	forbidden: 'The caller may not do this.',
	not_found: 'The resource is unknown, or the caller may not see it.',
	method_not_allowed: 'The path does not accept this method.',
	not_implemented: 'The requested format does not exist.',
	conflict: 'The state of the resource does not allow this, or a request with the same idempotency key is in progress.',
	too_large: 'The body or the file is too large.',
	unsupported_type: 'The content type or the type of the file is not supported.',
	invalid: 'The input is invalid. `fields` has a message for each invalid field.',
	too_many: 'Too many requests. `Retry-After` tells when to try again.',
	unavailable: 'A service that the request needs is not available. `Retry-After` tells when to try again.',
	disk_full: 'The server has no space left. Reading still works.',
	internal: 'An unexpected error. `request_id` is the id of its log entry.',
};

const retryCodes: readonly ProblemCode[] = ['too_many', 'unavailable'];

/** Returns the OpenAPI 3.1 document of the API without `servers`. */
export function buildOpenApiDocument(routes: readonly Route[], others: readonly OtherOperation[], brand: Brand): Json {
	const schemas = createSchemas(routes.map(({ endpoint }) => endpoint));
	const operations = [
		...routes.map((route) => ({
			address: endpointAddresses[route.endpoint.name],
			operation: describeRoute(route, schemas),
		})),
		...others.map((other) => ({ address: other.address, operation: describeOther(other) })),
	];
	const paths: Record<string, Json> = {};
	for (const { address, operation } of operations) {
		const [method = '', path = ''] = address.split(' ');
		const template = path.replace(/:(\w+)/g, '{$1}');
		paths[template] = { ...paths[template], [method.toLowerCase()]: operation };
	}
	const usedTags = new Set(operations.map(({ operation }) => operation.tags[0]));
	return {
		openapi: '3.1.0',
		info: {
			title: `${brand.name} API`,
			version: '1',
			summary: brand.tagline,
			description: [
				'Send the `token` of a session or an API token as `Authorization: Bearer`. Bodies are JSON with snake_case fields; unknown fields are rejected.',
				'Times are ISO 8601 in UTC, and money is in kobo. Branch on the `code` of an error, never on its `message`.',
				'A list returns `next_cursor`, which is the `cursor` of its next page and null on the last page.',
			].join('\n'),
			contact: { name: brand.name },
			license: { name: 'MIT', identifier: 'MIT' },
		},
		tags: Object.entries(moduleDescriptions)
			.map(([module, description]) => ({ name: toTag(module), description }))
			.filter(({ name }) => usedTags.has(name)),
		paths,
		webhooks: Object.fromEntries(
			webhookRequests.map(({ event, summary, body }) => [
				event,
				{ post: describeWebhook(event, summary, body, schemas) },
			]),
		),
		components: {
			schemas: schemas.components,
			responses: Object.fromEntries(
				problemCodes
					.filter((code) => operations.some(({ operation }) => statusByCode[code] in operation.responses))
					.map((code) => [toPascalCase(code), describeProblem(code)]),
			),
			parameters: {
				IdempotencyKey: {
					name: 'Idempotency-Key',
					in: 'header',
					description: `Random key of the request. Repeating the request with the same key within ${limits.idempotencyTtl / 86_400_000} days has no further effect and returns the first response.`,
					schema: { type: 'string', minLength: 1, maxLength: 100 },
				},
			},
			securitySchemes,
		},
	};
}

/** Headers that sign a request to the receiver of a webhook (Standard Webhooks). */
const webhookHeaders = {
	'webhook-id': 'Id of the event, the same when it is sent again.',
	'webhook-timestamp': 'Seconds since 1970 when the request was sent.',
	'webhook-signature': '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.',
};

/** Describes a request that the server sends, with the response that it expects. */
function describeWebhook(event: string, summary: string, body: z.ZodType, schemas: Schemas): Json {
	return {
		operationId: `on${toPascalCase(event.replace('.', '_'))}`,
		summary,
		tags: [toTag('webhooks' satisfies ContractModuleName)],
		security: [],
		parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
			name,
			in: 'header',
			required: true,
			description,
			schema: { type: 'string' },
		})),
		// For its receiver the body is an input, which may have new fields.
		requestBody: { required: true, ...describeContent('application/json', schemas.getInput(body)) },
		responses: {
			'2XX': { description: 'Accepted.' },
			'4XX': { description: 'Not accepted. The request is repeated for a day, as after every status but 2XX.' },
		},
	};
}

function describeRoute({ endpoint, options }: Route, schemas: Schemas) {
	const { status, schema } = getSuccessResponse(endpoint);
	const { body, form } = endpoint;
	const parameters = [
		...schemas.listParameters(endpoint.params, 'path'),
		...schemas.listParameters(endpoint.query, 'query'),
		...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
	];
	return {
		operationId: endpoint.name,
		summary: endpoint.summary,
		description: describePolicy(options.policy, options.scope),
		tags: [toTag(tagsByEndpoint.get(endpoint) ?? '')],
		security: describeSecurity(options.policy, options.scope),
		...(parameters.length > 0 && { parameters }),
		...(body && { requestBody: { required: true, ...describeContent('application/json', schemas.getInput(body)) } }),
		...(form && { requestBody: { required: true, ...describeContent('multipart/form-data', schemas.getInput(form)) } }),
		responses: {
			[status]: {
				description: STATUS_CODES[status],
				...(schema && describeContent('application/json', schemas.getOutput(schema))),
			},
			...describeErrors([...getErrorCodes(endpoint)]),
		},
	};
}

function describeOther({
	name,
	summary,
	tag,
	policy,
	scope,
	parameters,
	requestBody,
	responses,
	errors,
}: OtherOperation) {
	return {
		operationId: name,
		summary,
		description: describePolicy(policy, scope),
		tags: [toTag(tag)],
		security: describeSecurity(policy, scope),
		...(parameters && { parameters }),
		...(requestBody && { requestBody }),
		responses: { ...responses, ...describeErrors(errors) },
	};
}

const tagsByEndpoint = new Map<unknown, string>(
	Object.entries(contractModules).flatMap(([module, exported]) =>
		Object.values(exported).map((value) => [value, module] as const),
	),
);

/** Returns the tag of a module, such as 'Saved items' for `savedItems` and 'API tokens' for `apiTokens`. */
function toTag(module: string): string {
	const words = module.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Api\b/, 'API');
}

function toPascalCase(code: string): string {
	return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function describeContent(type: string, schema: Json) {
	return { content: { [type]: { schema } } };
}

function describeErrors(codes: readonly ProblemCode[]): Json {
	return Object.fromEntries(
		codes.map((code) => [statusByCode[code], { $ref: `#/components/responses/${toPascalCase(code)}` }]),
	);
}

function describeProblem(code: ProblemCode): Json {
	return {
		description: problemDescriptions[code],
		...(retryCodes.includes(code) && {
			headers: { 'Retry-After': { description: 'Seconds until a retry may succeed.', schema: { type: 'integer' } } },
		}),
		...describeContent('application/json', { $ref: '#/components/schemas/Problem' }),
	};
}

interface Schemas {
	/** Named schemas that an operation uses. */
	components: Record<string, Json>;
	getInput(schema: z.ZodType): Json;
	getOutput(schema: z.ZodType): Json;
	listParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[];
}

/** Converts the schemas of endpoints to JSON Schema. Named schemas become components, others stay inline. */
function createSchemas(endpoints: readonly Endpoint[]): Schemas {
	const names = listNamedSchemas().set(documentedProblemSchema, 'Problem');
	const registry = z.registry<{ id: string }>();
	let count = 0;
	function add(schema: z.ZodType | null | undefined): void {
		if (!schema || registry.has(schema)) return;
		count += 1;
		const id = names.get(schema) ?? getPageName(schema, names) ?? `${inlinePrefix}${count}`;
		registry.add(schema, { id });
	}
	for (const schema of names.keys()) add(schema);
	for (const { params, query, body, form, responses } of endpoints)
		for (const schema of [params, query, body, form, ...Object.values(responses)]) add(schema);
	for (const { body } of webhookRequests) add(body);

	const inputs = toJsonSchemas(registry, 'input');
	const outputs = toJsonSchemas(registry, 'output');
	const components: Record<string, Json> = {};

	/** Returns a reference to a named schema, or an inline schema. Adds the named schemas that it uses to the components. */
	function get(schema: z.ZodType, schemas: Record<string, Json>): Json {
		const id = registry.get(schema)?.id ?? '';
		const json = id.startsWith(inlinePrefix) ? (schemas[id] ?? {}) : toReference(id);
		addComponents(json, schemas);
		return json;
	}

	function addComponents(json: Json, schemas: Record<string, Json>): void {
		for (const id of listReferences(json)) {
			const component = schemas[id] ?? {};
			const known = components[id];
			if (known && JSON.stringify(known) !== JSON.stringify(component))
				throw new Error(`The schema ${id} describes different inputs and outputs, so it needs two names`);
			if (known) continue;
			components[id] = component;
			addComponents(component, schemas);
		}
	}

	addComponents(toReference('Problem'), outputs);
	return {
		components,
		getInput: (schema) => get(schema, inputs),
		getOutput: (schema) => get(schema, outputs),
		listParameters(schema, place) {
			if (!schema) return [];
			const { properties = {}, required = [] } = inputs[registry.get(schema)?.id ?? ''] as ObjectSchema;
			return Object.entries(properties).map(([name, property]) => {
				addComponents(property, inputs);
				const field = schema.shape[name];
				const value = field instanceof z.ZodDefault ? { default: field.def.defaultValue } : {};
				return {
					name,
					in: place,
					...(required.includes(name) && { required: true }),
					schema: { ...property, ...value },
				};
			});
		},
	};
}

/** Start of the registry ids of schemas without a name. */
const inlinePrefix = 'inline ';
const componentPath = '#/components/schemas/';

interface ObjectSchema {
	properties?: Record<string, Json>;
	required?: string[];
}

function toReference(id: string): Json {
	return { $ref: `${componentPath}${id}` };
}

function listReferences(json: unknown): string[] {
	if (typeof json !== 'object' || json === null) return [];
	return Object.entries(json).flatMap(([key, value]) =>
		key === '$ref' && typeof value === 'string' ? [value.slice(componentPath.length)] : listReferences(value),
	);
}

/** Returns the name of a page of named items, such as `AdCardPage`. */
function getPageName(schema: z.ZodType, names: ReadonlyMap<z.ZodType, string>): string | undefined {
	if (!(schema instanceof z.ZodObject) || Object.keys(schema.shape).join() !== 'items,next_cursor') return undefined;
	const item = names.get((schema.shape.items as z.ZodArray<z.ZodType>).element);
	return item && `${item}Page`;
}

function toJsonSchemas(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output'): Record<string, Json> {
	const { schemas } = z.toJSONSchema(registry, {
		io,
		metadata: registry,
		unrepresentable: 'any',
		uri: (id) => `${componentPath}${id}`,
		override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema),
	});
	for (const schema of Object.values(schemas)) {
		delete schema.$schema;
		delete schema.$id;
	}
	return schemas as Record<string, Json>;
}

/** Adds the example of a schema, describes an input as its client sees it, and omits the bounds that every integer has. */
function simplify(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
	// zod omits the examples of inputs that it transforms.
	const example = apiExamples.get(schema as z.ZodType);
	if (example !== undefined) json.examples = [example];
	if (schema === idParamSchema) {
		delete json.pattern;
		Object.assign(json, { type: 'integer', minimum: 1 });
	}
	if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) {
		const { additionalProperties: value = true } = json;
		json.properties = Object.fromEntries(schema.keyType.options.map((name) => [name, value]));
		json.additionalProperties = false;
		delete json.propertyNames;
	}
	// openapi-typescript requires properties that have a default. Parameters keep theirs.
	delete json.default;
	// A format says the same as the long pattern of its schema.
	if (json.format !== undefined) delete json.pattern;
	if (json.format === 'binary') delete json.contentEncoding;
	if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
	if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
}
