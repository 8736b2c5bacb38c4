import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { brand } from '../../../contract/brand.ts';

/** The API's own documents: OpenAPI at `/api/docs/json`, and a page to read it on. */
export async function documentApi(app: FastifyInstance): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: { title: `${brand.name} API`, version: '1', description: brand.tagline },
			components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
		},
		transform: jsonSchemaTransform,
	});
	await app.register(async (docs) => {
		docs.addHook('onRoute', (route) => {
			route.config = { ...route.config, policy: 'anyone', checksInput: true };
		});
		await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
	});
}
