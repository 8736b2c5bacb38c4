import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getGoogleAddress } from '../../contract/accounts/admin-login.ts';
import * as contract from '../../contract/accounts/google.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { DomainError } from '../core/domain-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { callCosts, createInputValidator, implementEndpoint, type Route, readCookie } from '../http/index.ts';
import type { GoogleSignInService } from './google.ts';

export function createGoogleSignInRoutes(google: GoogleSignInService): Route[] {
	return [
		implementEndpoint(getGoogleAddress, { policy: 'anyone', rate: 'read', cacheTags: () => [] }, async () => ({
			url: google.getSignInUrl(),
		})),
		implementEndpoint(
			contract.finishGoogle,
			{ policy: 'anyone', rate: 'login', cacheTags: () => [] },
			async ({ query, userAgent, request, reply }) => {
				const session = await google.finish(query, readBrowserCookie(request, google), userAgent);
				clearBrowserCookie(reply, google);
				return session;
			},
		),
		implementEndpoint(
			contract.confirmGoogle,
			{ policy: 'anyone', rate: 'login' },
			async ({ body, userAgent, request, reply }) => {
				const session = await google.confirm(body.code, readBrowserCookie(request, google), userAgent);
				clearBrowserCookie(reply, google);
				return session;
			},
		),
		implementEndpoint(contract.getSignInMethods, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			google.getSignInMethods(actor),
		),
		implementEndpoint(contract.linkGoogle, { policy: 'signedIn', rate: 'login' }, async ({ actor, body, reply }) => {
			const { url, browserSecret } = await google.beginLink(actor, body.password);
			setBrowserCookie(reply, google, browserSecret);
			return { url };
		}),
		implementEndpoint(
			contract.finishGoogleLink,
			{ policy: 'signedIn', rate: 'login' },
			async ({ actor, body, request, reply }) => {
				await google.finishLink(actor, body, readBrowserCookie(request, google));
				clearBrowserCookie(reply, google);
				return undefined;
			},
		),
		implementEndpoint(contract.unlinkGoogle, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			google.unlink(actor, body.password).then(() => undefined),
		),
	];
}

const checkSignInInput = createInputValidator({ query: z.strictObject({ next: z.string().optional() }) });

/** Serves the link 'Continue with Google': sets a cookie that identifies the browser, then redirects to the provider. */
export function serveGoogleSignInRedirect(app: FastifyInstance, google: GoogleSignInService): void {
	app.get(
		contract.googleSignInPath,
		{
			config: { policy: 'anyone', validatesInput: true, rateLimit: { cost: callCosts.write } },
		},
		async (request, reply) => {
			const { next } = checkSignInInput(request).query as { next?: string };
			reply.header('cache-control', 'no-store');
			try {
				const { url, browserSecret } = await google.begin(next);
				setBrowserCookie(reply, google, browserSecret);
				return reply.redirect(url);
			} catch (error) {
				// The browser navigates to this route, so errors redirect to a page instead of returning JSON.
				if (error instanceof ServiceUnavailableError)
					return reply.redirect('/auth/google?error=temporarily_unavailable');
				if (error instanceof DomainError && error.code === 'not_found')
					return reply.redirect('/auth/google?error=unsupported');
				throw error;
			}
		},
	);
}

/**
 * Cookie that identifies the browser until Google sends it back. With HTTPS, the prefix `__Host-` prevents other hosts of the domain from
 * setting the cookie; the prefix requires the path `/`. Without HTTPS, the path is limited to the sign-in routes.
 */
function getCookie(google: GoogleSignInService): { name: string; path: string } {
	return google.isSecure()
		? { name: '__Host-google_sign_in', path: '/' }
		: { name: 'google_sign_in', path: contract.googleSignInPath };
}

function setCookie(reply: FastifyReply, google: GoogleSignInService, value: string, seconds: number): void {
	const { name, path } = getCookie(google);
	const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
	reply.header('set-cookie', [...parts, ...(google.isSecure() ? ['Secure'] : [])].join('; '));
}

function setBrowserCookie(reply: FastifyReply, google: GoogleSignInService, browser: string): void {
	setCookie(reply, google, browser, accountLimits.googleSignInTtl / 1000);
}

function clearBrowserCookie(reply: FastifyReply, google: GoogleSignInService): void {
	setCookie(reply, google, '', 0);
}

function readBrowserCookie(request: FastifyRequest, google: GoogleSignInService): string | null {
	const value = readCookie(request, getCookie(google).name);
	return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}
