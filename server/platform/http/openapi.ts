import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { brand } from '../../../contract/brand.ts';
import { type Endpoint, getErrorCodes } from '../../../contract/endpoint.ts';
import { type ProblemCode, problemCodes, problemSchema } from '../../../contract/problem.ts';
import { statusByCode } from './problems.ts';
import { getSuccessResponse } from './route.ts';

const components = z.registry<{ id?: string; description?: string }>();

/** Schemas of error bodies by error code. They allow additional fields, because errors in Cloudinary's format have one more. */
const problems = Object.fromEntries<z.ZodType>(
	problemCodes.map((code) => {
		const id = `${code}_problem`.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
		return [
			code,
			problemSchema
				.extend({ code: z.literal(code) })
				.loose()
				.register(components, { id }),
		];
	}),
) as Record<ProblemCode, z.ZodType>;

/** Serves the OpenAPI document at `/api/docs/json` and its viewer at `/api/docs`. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: { title: `${brand.name} API`, version: '1', description: brand.tagline },
			components: {
				schemas: z.toJSONSchema(components).schemas as Record<string, object>,
				securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
			},
		},
		transform: createJsonSchemaTransform({ schemaRegistry: components }),
	});
	await app.register(async (docs) => {
		docs.addHook('onRoute', (route) => {
			route.config = { ...route.config, policy: 'anyone', validatesInput: true };
		});
		await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
	});
}

/** Describes the responses of an endpoint by status, as a Fastify route schema. Only the OpenAPI document uses the result. */
export function describeResponses(endpoint: Endpoint): Record<string, unknown> {
	const { status, schema } = getSuccessResponse(endpoint);
	const bodies = [
		[status, schema] as const,
		...[...getErrorCodes(endpoint)].map((code) => [statusByCode[code], problems[code]] as const),
	];
	return Object.fromEntries(bodies.map(([status, schema]) => [status, describeResponse(status, schema)]));
}

function describeResponse(status: number, schema: z.ZodType | null): unknown {
	const description = STATUS_CODES[status] ?? '';
	if (!schema) return z.null().register(components, { description });
	return { description, content: { 'application/json': { schema } } };
}
