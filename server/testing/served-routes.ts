import type { FastifyInstance } from 'fastify';

export interface ServedRoute {
	method: string;
	/** Path pattern of the route, such as `/api/ads/:id`. */
	url: string;
}

/** Lists every route of a server that is ready, including routes outside the contract. */
export function listServedRoutes(app: FastifyInstance): ServedRoute[] {
	const parents: string[] = [];
	return app
		.printRoutes({ commonPrefix: false })
		.split('\n')
		.flatMap((line) => {
			const [, indent = '', path = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? [];
			if (methods === '') {
				if (line.trim() !== '') throw new Error(`Fastify no longer prints routes like this: ${line}`);
				return [];
			}
			const depth = indent.length / 4;
			const url = (parents[depth - 1] ?? '') + path;
			parents[depth] = url;
			return methods.split(', ').map((method) => ({ method, url: url.startsWith('/') ? url : `/${url}` }));
		});
}
