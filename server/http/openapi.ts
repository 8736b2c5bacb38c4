import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { apiDocsPath } from '../../contract/core/api-docs-path.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import * as layoutText from '../../text/shared/layout.ts';
import type { Current } from '../core/current.ts';
import { escapeMarkup } from '../core/escape-markup.ts';
import { getOrigin } from './get-origin.ts';
import type { OtherOperation } from './openapi-document.ts';
import type { Route } from './route.ts';

/** Files of Swagger UI. The plugin in the same package needs a document when the server starts, so only its files are used. */
const viewerFolder = dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')));
const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'];

const buildViewerPage = (brand: Brand) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(brand.name)} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${apiDocsPath}/static/swagger-ui.css">
<link rel="stylesheet" href="${apiDocsPath}/page.css">
</head>
<body>
<nav><a href="/">${layoutText.backToMarket}</a></nav>
<div id="viewer"></div>
<script src="${apiDocsPath}/static/swagger-ui-bundle.js"></script>
<script src="${apiDocsPath}/static/swagger-ui-standalone-preset.js"></script>
<script src="${apiDocsPath}/page.js"></script>
</body>
</html>
`;

/**
 * Shows only the theme switch of the top bar, without the field for the address of another document, and hides the choice of the only server.
 * Darkens Swagger's light colours and the white text on them, whose contrast is below 4.5.
 */
const viewerStyle = `body { margin: 0 }
html.dark-mode { background: #1c2022 }
nav { position: absolute; padding: 12px 20px; font: 16px/32px sans-serif; white-space: nowrap }
nav a { display: inline-block; color: #fff }
.swagger-ui .topbar :is(.link, form) { display: none }
.swagger-ui .topbar .topbar-wrapper { flex-direction: row; justify-content: flex-end; min-height: 40px }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none }
.swagger-ui .auth-wrapper { margin-left: auto }
html:not(.dark-mode) .swagger-ui .info :is(.link, .url) { color: #2563a8 }
html:not(.dark-mode) .swagger-ui .opblock .opblock-summary-method { color: #000; text-shadow: none }
.swagger-ui .info .title small.version-stamp { background: #456100 }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #14734a; border-color: currentcolor }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: currentcolor }
`;

/** Deep links stay off: Swagger UI puts them into buttons, where keyboards and screen readers do not expect links. */
const viewerScript = `SwaggerUIBundle({
	url: '${apiDocsPath}/json',
	dom_id: '#viewer',
	docExpansion: 'none',
	filter: true,
	displayOperationId: true,
	presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
	layout: 'StandaloneLayout',
	validatorUrl: null,
});
`;

/** Swagger UI sets inline styles and shows icons as data URLs. */
const viewerPolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

export interface OpenApiOptions {
	routes: readonly Route[];
	otherOperations: readonly OtherOperation[];
	/** Configured base URL of the site. Null if each request's own base applies. */
	publicUrl: string | null;
	brand: Current<Brand>;
}

/** Serves the OpenAPI document at `/api/docs/json` and its viewer at `/api/docs`. The first request builds the document. */
export function serveOpenApi(
	app: FastifyInstance,
	{ routes, otherOperations, publicUrl, brand }: OpenApiOptions,
): void {
	let built: { brand: Brand; document: Promise<string> } | undefined;
	async function build(current: Brand): Promise<string> {
		const { buildOpenApiDocument } = await import('./openapi-document.ts');
		return JSON.stringify(buildOpenApiDocument(routes, otherOperations, current));
	}

	const config = { policy: 'anyone', validatesInput: true, rateLimit: {} } as const;
	app.get(`${apiDocsPath}/json`, { config }, async (request, reply) => {
		const current = brand.current();
		if (built?.brand !== current) built = { brand: current, document: build(current) };
		const { document } = built;
		// Only the base URL differs between requests, so it is put before the properties of the kept document.
		const servers = JSON.stringify([{ url: publicUrl ?? getOrigin(request) }]);
		reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
		return `{"servers":${servers},${(await document).slice(1)}`;
	});
	const files = {
		'': buildViewerPage,
		'/': buildViewerPage,
		'/page.css': () => viewerStyle,
		'/page.js': () => viewerScript,
	};
	for (const [path, build] of Object.entries(files)) {
		const type = path.endsWith('.css') ? 'text/css' : path.endsWith('.js') ? 'text/javascript' : 'text/html';
		app.get(apiDocsPath + path, { config }, (_, reply) => {
			reply.header('content-security-policy', viewerPolicy).type(`${type}; charset=utf-8`).send(build(brand.current()));
		});
	}
	app.register(async (viewer) => {
		viewer.addHook('onRoute', (route) => {
			route.config = { ...route.config, policy: 'anyone', validatesInput: true };
		});
		await viewer.register(fastifyStatic, {
			root: viewerFolder,
			prefix: `${apiDocsPath}/static/`,
			decorateReply: false,
			allowedPath: (path) => viewerFiles.includes(path.slice(1)),
		});
	});
}
