import type { FastifyInstance, HTTPMethods } from 'fastify';
import { endpointAddresses } from '../../contract/core/addresses.ts';
import * as commonText from '../../text/shared/common.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';
import { acceptsOtherSites, respondToPreflight } from './cross-origin.ts';
import type { Route } from './route.ts';

const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Makes unknown API paths return an error as JSON, not a page. */
function rejectUnknownPaths(app: FastifyInstance, url: string, config: { cloudinaryErrors?: true } = {}): void {
	const reject = async () => {
		throw new DomainError('not_found', commonText.nothingHere);
	};
	app.route({
		method: allMethods,
		url,
		config: { ...config, policy: 'anyone', validatesInput: true },
		// Before the body is parsed, because its type does not matter. The time in which the body must arrive is already limited.
		preParsing: reject,
		handler: reject,
	});
}

/** Makes known API paths return 405 to other methods, and unknown API paths 404. */
export function rejectOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
	const routesByUrl = Map.groupBy(routes, ({ endpoint }) => endpointAddresses[endpoint.name].split(' ')[1] ?? '');
	const getMethods = (routes: readonly Route[]) =>
		routes.map(({ endpoint }) => endpointAddresses[endpoint.name].split(' ')[0] ?? '');
	rejectUnknownPaths(app, '/api/*');
	rejectUnknownPaths(app, '/v1_1/*', { cloudinaryErrors: true });
	for (const [url, routes] of routesByUrl) {
		const methods = getMethods(routes);
		const openMethods = getMethods(routes.filter(acceptsOtherSites));
		if (openMethods.length > 0) respondToPreflight(app, url, openMethods);
		const allowed = [
			...methods,
			...(methods.includes('GET') ? ['HEAD'] : []),
			...(openMethods.length > 0 ? ['OPTIONS'] : []),
		];
		app.route({
			method: allMethods.filter((method) => !allowed.includes(method)),
			url,
			config: { policy: 'anyone', validatesInput: true },
			handler: (_, reply) => {
				reply.header('allow', allowed.join(', '));
				throw new DomainError('method_not_allowed', problemsText.methodNotAllowed);
			},
		});
	}
}
