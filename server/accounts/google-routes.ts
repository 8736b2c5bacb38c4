import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getGoogleAddress } from '../../contract/admin-login.ts';
import * as contract from '../../contract/google.ts';
import { limits } from '../../contract/limits.ts';
import { costs, implement, inputCheckOf, type Route } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import { Unavailable } from '../platform/unavailable.ts';
import type { GoogleSignIn } from './google.ts';

export function googleRoutes(google: GoogleSignIn): Route[] {
	return [
		implement(getGoogleAddress, { policy: 'anyone', rate: 'read' }, async () => ({ url: google.address() })),
		implement(
			contract.finishGoogle,
			{ policy: 'anyone', rate: 'login' },
			async ({ query, userAgent, request, reply }) => {
				const begun = await google.finish(query, browserOf(request, google), userAgent);
				forgetBrowser(reply, google);
				return begun;
			},
		),
		implement(
			contract.confirmGoogle,
			{ policy: 'anyone', rate: 'login' },
			async ({ body, userAgent, request, reply }) => {
				const begun = await google.confirm(body.code, browserOf(request, google), userAgent);
				forgetBrowser(reply, google);
				return begun;
			},
		),
		implement(contract.getSignInMethods, { policy: 'signedIn', rate: 'read' }, ({ actor }) => google.methods(actor)),
		implement(contract.linkGoogle, { policy: 'signedIn', rate: 'login' }, async ({ actor, body, reply }) => {
			const { url, browser } = await google.beginLink(actor, body.password);
			rememberBrowser(reply, google, browser);
			return { url };
		}),
		implement(
			contract.finishGoogleLink,
			{ policy: 'signedIn', rate: 'login' },
			async ({ actor, body, request, reply }) => {
				await google.finishLink(actor, body, browserOf(request, google));
				forgetBrowser(reply, google);
				return undefined;
			},
		),
		implement(contract.unlinkGoogle, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			google.unlink(actor, body.password).then(() => undefined),
		),
	];
}

const checkBegin = inputCheckOf({ query: z.strictObject({ next: z.string().optional() }) });

/** The address that 'Continue with Google' leads to: binds the browser by a cookie and sends it on. */
export function serveGoogle(app: FastifyInstance, google: GoogleSignIn): void {
	app.get(
		contract.googleBeginPath,
		{ config: { policy: 'anyone', checksInput: true, rateLimit: { cost: costs.write } }, schema: { hide: true } },
		async (request, reply) => {
			const { next } = checkBegin(request).query as { next?: string };
			reply.header('cache-control', 'no-store');
			try {
				const { url, browser } = await google.begin(next);
				rememberBrowser(reply, google, browser);
				return reply.redirect(url);
			} catch (error) {
				// People come here by a link: what is wrong is said by a page.
				if (error instanceof Unavailable) return reply.redirect('/auth/google?error=temporarily_unavailable');
				if (error instanceof Refusal && error.code === 'not_found')
					return reply.redirect('/auth/google?error=unsupported');
				throw error;
			}
		},
	);
}

/**
 * The one cookie: it comes back from the provider with the browser. Behind TLS its name keeps other hosts of the domain from setting it,
 * for which browsers ask for the path `/`; else it goes to these few addresses only.
 */
function cookieOf(google: GoogleSignIn): { name: string; path: string } {
	return google.secure()
		? { name: '__Host-google_sign_in', path: '/' }
		: { name: 'google_sign_in', path: contract.googleBeginPath };
}

function setCookie(reply: FastifyReply, google: GoogleSignIn, value: string, seconds: number): void {
	const { name, path } = cookieOf(google);
	const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
	reply.header('set-cookie', [...parts, ...(google.secure() ? ['Secure'] : [])].join('; '));
}

function rememberBrowser(reply: FastifyReply, google: GoogleSignIn, browser: string): void {
	setCookie(reply, google, browser, limits.googleSignInLife / 1000);
}

function forgetBrowser(reply: FastifyReply, google: GoogleSignIn): void {
	setCookie(reply, google, '', 0);
}

function browserOf(request: FastifyRequest, google: GoogleSignIn): string | null {
	const { name } = cookieOf(google);
	const [, value] = new RegExp(`(?:^|; ?)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '') ?? [];
	return value ?? null;
}
