import { hash, randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { chatWordsSchema, revealParamsSchema } from '../../contract/contacts/contacts.ts';
import { formatPhone } from '../../contract/core/format-phone.ts';
import { contactLinkPath, profilePath, shortAdPath } from '../../contract/core/page-paths.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import * as contactCheckText from '../../text/shared/contact-check.ts';
import { getBrandColours } from '../core/brand-colours.ts';
import { DomainError } from '../core/domain-error.ts';
import { escapeMarkup } from '../core/escape-markup.ts';
import { createIdSigner } from '../core/signed-ids.ts';
import { callCosts, createInputValidator, describeError, readCookie, toWideNetworkPrefix } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { ContactLinkService } from './contact-links.ts';

export interface ServeContactLinksDeps extends Pick<Platform, 'clock' | 'publicUrl' | 'brand'> {
	links: ContactLinkService;
	/** Secret that signs the numbers of devices. */
	secret: string;
}

const cookieName = 'contact_device';
const cookieLifetime = 90 * 86_400;
const day = 86_400_000;
const privateHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
/** A device's number is the day of its first link, times this, plus a random number. */
const devicesPerDay = 2 ** 32;
const querySchema = z.object({ words: z.string().optional().catch(undefined) });
type Params = z.output<typeof revealParamsSchema>;

/**
 * Serves the links of pages to WhatsApp chats and numbers. They work without a script, so they have no session: the budget is that of the
 * device and the network. Beyond it, they lead to a page that solves a challenge, or that asks with the session of the buyer.
 */
export function serveContactLinks(
	app: FastifyInstance,
	{ links, clock, publicUrl, secret, brand }: ServeContactLinksDeps,
): void {
	const signer = createIdSigner(secret, 'device');
	const check = createInputValidator({ params: revealParamsSchema, query: querySchema });

	/** Returns the device of the browser, or a new one, which has no cookie yet. */
	function getDevice(request: FastifyRequest): { number: number; isKnown: boolean; isNew: boolean } {
		const today = Math.floor(clock.now() / day);
		const stored = signer.decode(readCookie(request, cookieName) ?? '');
		if (stored === null)
			return { number: today * devicesPerDay + randomInt(devicesPerDay), isKnown: false, isNew: true };
		return { number: stored, isKnown: Math.floor(stored / devicesPerDay) < today, isNew: false };
	}

	function setCookie(reply: FastifyReply, device: number): void {
		const parts = [`${cookieName}=${signer.encode(device)}`, 'Path=/contact', `Max-Age=${cookieLifetime}`];
		const flags = ['HttpOnly', 'SameSite=Strict', ...(publicUrl().startsWith('https:') ? ['Secure'] : [])];
		reply.header('set-cookie', [...parts, ...flags].join('; '));
	}

	app.get(
		'/contact/:subject/:channel',
		{
			config: { policy: 'anyone', validatesInput: true, rateLimit: { cost: callCosts.write } },
			errorHandler: (error, request, reply) => sendError(error, request, reply, brand.current()),
		},
		async (request, reply) => {
			reply.headers(privateHeaders);
			const { params, query } = check(request) as { params: Params; query: z.output<typeof querySchema> };
			const { subject, channel } = params;
			const page = toPage(params);
			if (!comesFromOwnPage(request, publicUrl())) return reply.redirect(page, 303);
			const words = chatWordsSchema.safeParse(query.words).data;
			try {
				const device = getDevice(request);
				const caller = { network: toWideNetworkPrefix(request.ip), device, accountId: null };
				const { url } = await links.open({ subject, channel, words }, caller);
				if (url === null) {
					const [path = '', search] = contactLinkPath(subject, channel, words).split('?');
					return reply.redirect(`${path}/check${search ? `?${search}` : ''}`, 303);
				}
				if (device.isNew) setCookie(reply, device.number);
				return channel === 'call' ? sendNumber(reply, url, page, brand.current()) : reply.redirect(url, 303);
			} catch (error) {
				// The page of the ad or seller says what is missing.
				if (error instanceof DomainError && error.code === 'not_found') return reply.redirect(page, 303);
				throw error;
			}
		},
	);
}

/**
 * Returns whether a click on a page of this site opened the link. Browsers since 2023 say so in `Sec-Fetch-Site`, older ones in `Referer`
 * (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site, read 2026-11-28). A program can forge both, so the budget
 * applies to it anyway.
 */
function comesFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
	const site = headers['sec-fetch-site'];
	if (site !== undefined) return site === 'same-origin';
	const { referer = '' } = headers;
	return URL.canParse(referer) && new URL(referer).origin === new URL(publicUrl).origin;
}

/** Returns the path of the page that contains the link. */
function toPage({ subject }: Params): string {
	return typeof subject === 'number' ? shortAdPath(subject) : profilePath(subject);
}

/** Sends a page with the number to call, for a browser that runs no script. */
function sendNumber(reply: FastifyReply, url: string, page: string, brand: Brand): FastifyReply {
	return sendPage(reply, brand, contactText.callSeller, '', [
		[url, formatPhone(url.slice('tel:+'.length))],
		[page, contactText.back],
	]);
}

/** Sends a page in place of an error body, because the link opens a tab of its own. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, brand: Brand): FastifyReply {
	const { status, problem, retryAfter } = describeError(error, request.id, request.log);
	reply.code(status).headers(privateHeaders);
	if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
	const params = revealParamsSchema.safeParse(request.params).data;
	const links: [string, string][] = [];
	if (params) {
		const { words } = querySchema.parse(request.query);
		links.push([contactLinkPath(params.subject, params.channel, words), commonText.tryAgain]);
	}
	links.push([params ? toPage(params) : '/', contactText.back]);
	return sendPage(reply, brand, contactCheckText.failed, problem.message, links);
}

/** Sends a small page with links, each an address and its text. */
function sendPage(
	reply: FastifyReply,
	brand: Brand,
	title: string,
	message: string,
	links: readonly (readonly [string, string])[],
): FastifyReply {
	const { light, dark } = getBrandColours(brand);
	const toVariables = (colours: object) =>
		Object.entries(colours)
			.map(([name, value]) => `--${name}:${value};`)
			.join('');
	const style =
		`:root{color-scheme:light dark;${toVariables(light)}}@media (prefers-color-scheme:dark){:root{${toVariables(dark)}}}` +
		'body{font:18px/1.5 system-ui,sans-serif;background:var(--page);color:var(--ink);margin:0;padding:2rem 1rem;text-align:center}' +
		'a{display:inline-block;margin:.5rem;padding:.75rem 1.5rem;color:var(--leaf);font-weight:600}';
	reply.headers({
		'content-type': 'text/html; charset=utf-8',
		// Older browsers say only in `Referer` that a link is on a page of this site.
		'referrer-policy': 'same-origin',
		'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	});
	const heading = escapeMarkup(title);
	const paragraphs = [
		escapeMarkup(message),
		...links.map(([url, text]) => `<a href="${escapeMarkup(url)}">${escapeMarkup(text)}</a>`),
	].map((content) => content && `<p>${content}</p>`);
	return reply.send(
		`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title><style>${style}</style></head>` +
			`<body><h1>${heading}</h1>${paragraphs.join('')}</body></html>`,
	);
}
