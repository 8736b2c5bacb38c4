import type { FastifyInstance } from 'fastify';
import * as commonText from '../../text/shared/common.ts';
import { DomainError } from '../core/domain-error.ts';
import { resizeLogo } from './draw-logo.ts';
import type { MarketSettingsService } from './market-settings.ts';

const sizes = [64, 180, 192, 512];
/** Files of the built-in logo that browsers ask for by name, and the size that replaces each. */
const builtInIcons = new Map([
	['/favicon.ico', 64],
	['/favicon.svg', 64],
	['/apple-touch-icon.png', 180],
	['/icon-192.png', 192],
	['/icon-512.png', 512],
	['/icon-maskable-512.png', 512],
]);

/** Serves the logo in the sizes of icons, also at the paths of the built-in icons. */
export function serveLogo(
	app: FastifyInstance,
	settings: Pick<MarketSettingsService, 'getLogoPath' | 'readLogo'>,
): void {
	const resized = new Map<string, Promise<Buffer>>();

	function resize(path: string, size: number): Promise<Buffer> {
		const known = resized.get(path);
		if (known) return known;
		// One logo has four sizes, and only the current one is read.
		if (resized.size >= sizes.length) resized.clear();
		const made = settings.readLogo().then((png) => resizeLogo(png, size));
		resized.set(path, made);
		made.catch(() => resized.delete(path));
		return made;
	}

	app.addHook('onRequest', async (request, reply) => {
		const size = builtInIcons.get(request.url);
		const path = size && settings.getLogoPath();
		if (path) return reply.header('cache-control', 'public, max-age=3600').redirect(toSize(path, size), 302);
	});

	app.get<{ Params: { name: string } }>(
		'/logo/:name',
		{ config: { policy: 'anyone', rateLimit: {} } },
		async (request, reply) => {
			const path = settings.getLogoPath();
			const size = path && sizes.find((size) => request.url === toSize(path, size));
			if (!size) throw new DomainError('not_found', commonText.nothingHere);
			return reply
				.headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' })
				.send(await resize(request.url, size));
		},
	);
}

function toSize(path: string, size: number): string {
	return path.replace('-512.', `-${size}.`);
}
