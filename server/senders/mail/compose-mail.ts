import type { Brand } from '../../../contract/market-settings/brand.ts';
import { themeColours } from '../../../contract/market-settings/theme-colours.ts';
import * as mailsText from '../../../text/server/mails.ts';
import { getBrandColours } from '../../core/brand-colours.ts';
import type { Current } from '../../core/current.ts';
import { type Html, html, joinHtml } from './html.ts';
import type { MailMessage, MailTransport } from './mail.ts';
import type { MailAddress, Recipient } from './recipients.ts';

export interface MailContent {
	/** Subject line, which tells the news. */
	subject: string;
	/** Name of the recipient as entered. The greeting omits a name that contains a link. */
	name: string;
	/** First paragraph: what the news means for the recipient. Mail apps show it beside the subject. */
	lead: string;
	/** Quoted values, such as an account number or a reason. Line breaks are kept. */
	details?: readonly { label: string; text: string }[] | undefined;
	paragraphs?: readonly string[] | undefined;
	/** Button that opens a page. `label` starts with a verb. `url` is a page of this site. */
	button?: { label: string; url: string } | undefined;
	/** Small print above the signature. */
	hint?: string | undefined;
}

export type ComposedMail = Omit<MailMessage, 'to'> & { html: string };

/** Mail whose recipient is not admitted yet. */
export interface AddressedMail {
	to: MailAddress;
	message: MailContent;
}

export interface Mailer {
	/** Composes a mail with the name and the colours of the market, and sends it like `MailTransport`. */
	send(message: MailContent & { to: Recipient }): ReturnType<MailTransport['send']>;
}

export function createMailer(transport: MailTransport, brand: Current<Brand>): Mailer {
	return { send: ({ to, ...content }) => transport.send({ to, ...composeMail(brand.current(), content) }) };
}

/** Composes the plain part and the HTML part from the same content. */
export function composeMail(brand: Brand, content: MailContent): ComposedMail {
	const greeting = composeGreeting(content.name);
	return {
		subject: content.subject,
		text: renderText(brand, greeting, content),
		html: renderHtml(brand, greeting, content).source,
	};
}

/** Returns whether mail apps would turn a part of the text into a link. Mails must omit names and titles that contain such a part. */
export function containsLink(text: string): boolean {
	return /[^\s.。．｡][.。．｡]\p{L}[\p{L}\p{M}]|\d\.\d+\.\d+\.\d|\/\//u.test(text);
}

function composeGreeting(name: string): string {
	const line = name.replace(/\s+/g, ' ').trim();
	return line === '' || containsLink(line) ? mailsText.greetingNameless : mailsText.greeting(line);
}

function renderText(
	brand: Brand,
	greeting: string,
	{ lead, details = [], paragraphs = [], button, hint }: MailContent,
): string {
	const blocks = [
		greeting,
		lead,
		...details.map(({ label, text }) => `${label}:\n${text}`),
		...paragraphs,
		button && `${button.label}:\n${button.url}`,
		hint,
		mailsText.signature(brand.name),
	];
	return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`;
}

type Colours = ReturnType<typeof getBrandColours>;

/** Mail apps without this media query show the inline colours of the light theme. */
const renderStyle = ({ dark }: Colours) => html`<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important}
.card{background:${dark.card}!important}
.sunken{background:${dark.sunken}!important}
.ink{color:${dark.ink}!important}
.quiet{color:${dark.quiet}!important}
.brand{color:${dark.leaf}!important}
.button{background:${dark.leaf}!important}
.button a{color:${dark['on-leaf']}!important}
}
</style>`;

/** Invisible characters after `lead`, so that mail apps show nothing more beside the subject. */
const previewEnd: Html = { source: '&zwnj;&nbsp;'.repeat(80) };

/** Table that limits the width of the mail in Outlook for Windows, which ignores `max-width`. */
const outlookStart: Html = {
	source: '<!--[if mso]><table role="presentation" align="center" width="600"><tr><td><![endif]-->',
};
const outlookEnd: Html = { source: '<!--[if mso]></td></tr></table><![endif]-->' };

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const table = html`role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;

/** The heading is the name of the market without its logo, because most mail apps block pictures. */
function renderHtml(
	brand: Brand,
	greeting: string,
	{ subject, lead, details = [], paragraphs = [], button, hint }: MailContent,
): Html {
	const colours = getBrandColours(brand);
	const { light } = colours;
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${subject}</title>
${renderStyle(colours)}
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;overflow:hidden">${lead}${previewEnd}</div>
<table ${table} class="page" style="background:${light.page}"><tr><td align="center" style="padding:24px 12px 32px">
${outlookStart}
<table ${table} style="max-width:600px;${font};text-align:left">
<tr><td class="brand" style="padding:0 12px 16px;font-size:22px;line-height:28px;font-weight:800;letter-spacing:-0.02em;color:${light.leaf}">${brand.name}</td></tr>
<tr><td class="card" style="padding:28px 24px 12px;background:${light.card};border-radius:16px;overflow-wrap:anywhere">
${renderParagraph(greeting)}
${renderParagraph(lead, 'font-size:18px;line-height:26px;font-weight:600')}
${details.length === 0 ? '' : renderDetails(details)}
${joinHtml(paragraphs.map((paragraph) => renderParagraph(paragraph)))}
${button ? renderButton(button, light) : ''}
${hint === undefined ? '' : renderSmallPrint(hint)}
${renderParagraph(mailsText.signature(brand.name))}
</td></tr>
</table>
${outlookEnd}
</td></tr></table>
</body>
</html>
`;
}

const { ink, quiet, sunken } = themeColours.light;

function renderParagraph(text: string, css = 'font-size:16px;line-height:24px'): Html {
	return html`<p class="ink" style="margin:0 0 16px;${css};color:${ink}">${keepLineBreaks(text)}</p>`;
}

function renderSmallPrint(text: string): Html {
	return html`<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:${quiet}">${keepLineBreaks(text)}</p>`;
}

function renderDetails(details: readonly { label: string; text: string }[]): Html {
	const rows = details.map(
		({
			label,
			text,
		}) => html`<p class="quiet" style="margin:12px 0 0;font-size:14px;line-height:20px;color:${quiet}">${label}</p>
<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:24px;color:${ink}">${keepLineBreaks(text)}</p>`,
	);
	return html`<table ${table} style="margin:0 0 16px"><tr><td class="sunken" style="padding:0 16px;background:${sunken};border-radius:12px">
${joinHtml(rows)}
</td></tr></table>`;
}

/** The link fills the button's cell: 48 px high. */
function renderButton({ label, url }: { label: string; url: string }, light: Colours['light']): Html {
	return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td class="button" style="background:${light.leaf};border-radius:12px">
<a href="${url}" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:700;text-decoration:none;color:${light['on-leaf']}">${label}</a>
</td></tr></table>
${renderSmallPrint(`${mailsText.copyLink}\n${url}`)}`;
}

function keepLineBreaks(text: string): Html {
	const lines = text.split(/\r?\n/);
	return joinHtml(lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`)));
}
