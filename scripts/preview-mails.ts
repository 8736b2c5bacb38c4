// Writes a page that shows every mail and every notification with sample data: `npm run preview:mails`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import { type Html, html, joinHtml } from '../server/senders/mail/html.ts';
import {
	listMailSamples,
	listNotificationSamples,
	type MailSample,
	type NotificationSample,
} from '../server/testing/message-samples.ts';

const file = resolve(join(import.meta.dirname, '../.cache/preview/mails.html'));

function renderPage(mails: readonly MailSample[], notifications: readonly NotificationSample[]): Html {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${defaultBrand.name}: mails and notifications</title>
<style>
body { margin: 0; padding: 16px; font-family: system-ui, sans-serif; overflow-wrap: anywhere }
section { margin: 0 0 48px }
h2 { margin: 0 0 8px; font-size: 16px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 12px; margin: 0 0 12px }
dt { color: #555 }
dd { margin: 0 }
.themes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); gap: 16px }
iframe { box-sizing: border-box; width: 100%; height: 640px; border: 1px solid #999 }
.light { color-scheme: light }
.dark { color-scheme: dark }
pre { white-space: pre-wrap; font-size: 13px }
td, th { padding: 6px 12px 6px 0; text-align: left; vertical-align: top }
</style>
</head>
<body>
<h1>Mails (${String(mails.length)})</h1>
${joinHtml(mails.map(renderMail))}
<h1>Notifications (${String(notifications.length)})</h1>
<p>A push message shows the title and the text. The inbox shows the text only.</p>
<table><thead><tr><th>kind</th><th>title</th><th>text</th></tr></thead><tbody>
${joinHtml(notifications.map(({ name, title, text }) => html`<tr><td>${name}</td><td><b>${title}</b></td><td>${text}</td></tr>`))}
</tbody></table>
<script>
function fitFrames() {
	for (const frame of document.querySelectorAll('iframe')) {
		frame.style.height = 0;
		frame.style.height = frame.contentDocument.documentElement.scrollHeight + 2 + 'px';
	}
}
addEventListener('load', fitFrames);
addEventListener('resize', fitFrames);
</script>
</body>
</html>
`;
}

/** Renders a mail in a light and a dark frame. In a frame, `prefers-color-scheme` follows the `color-scheme` of the frame's element. */
function renderMail({ name, mail }: MailSample): Html {
	const [, firstLine = ''] = mail.text.split('\n\n');
	const frames = ['light', 'dark'].map(
		(theme) => html`<iframe class="${theme}" title="${name}, ${theme}" srcdoc="${mail.html}"></iframe>`,
	);
	return html`<section>
<h2>${name}</h2>
<dl><dt>Subject</dt><dd><b>${mail.subject}</b></dd><dt>First line</dt><dd>${firstLine}</dd></dl>
<div class="themes">${joinHtml(frames)}</div>
<details><summary>Plain part</summary><pre>${mail.text}</pre></details>
</section>`;
}

mkdirSync(join(file, '..'), { recursive: true });
writeFileSync(file, renderPage(listMailSamples(), listNotificationSamples()).source);
console.log(file);
