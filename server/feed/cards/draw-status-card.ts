import encodeQr from 'qr';
import sharp, { type OverlayOptions } from 'sharp';
import { drawText, restrictImageFormats, type TextStyle } from '../../media-tools/images/index.ts';
import { cardSemaphore, cropPicture, encodeCard, lightBackground, lightColours } from './card-style.ts';

export interface StatusCard {
	/** Bytes of a trusted picture file. */
	picture: Uint8Array;
	/** Price of the ad; null if it has none. */
	lead: string | null;
	/** Title of the ad. It wraps, and ends in '…' if it does not fit. */
	headline: string;
	/** Name of the shop. */
	byline: string;
	/** URL that the QR code contains. The card shows it without its protocol. */
	link: string;
	/** Main colour of the market, in which the price is drawn. */
	colour: string;
}

/** Size of a status card in pixels: the screen of a phone, as WhatsApp Status shows it. */
export const statusCardSize = { width: 1080, height: 1920 } as const;
/** Maximum bytes of a status card. */
const maxBytes = 400_000;

const pictureHeight = 1120;
const margin = 72;
const qrSide = 240;
/** WhatsApp covers this many pixels at the bottom with its reply field. */
const coveredHeight = 220;

/** Draws a card for WhatsApp Status: a JPEG of 1080 × 1920 pixels. The result is identical on every machine. */
export function drawStatusCard(card: StatusCard): Promise<Buffer> {
	return cardSemaphore(() => compose(card));
}

async function compose({ picture, lead, headline, byline, link, colour }: StatusCard): Promise<Buffer> {
	restrictImageFormats();
	const { width: cardWidth, height: cardHeight } = statusCardSize;
	const layers: OverlayOptions[] = [{ input: await cropPicture(picture, cardWidth, pictureHeight), left: 0, top: 0 }];
	const foot = cardHeight - coveredHeight - qrSide;
	let top = pictureHeight + 44;
	async function write(text: string | null, style: TextStyle, left = margin): Promise<void> {
		const rendered = text === null ? null : await drawText(text, style);
		if (!rendered) return;
		layers.push({ input: rendered.data, left, top });
		top += rendered.height + 24;
	}
	const width = cardWidth - 2 * margin;
	await write(lead, { font: 'bold', colour, sizes: [80, 68, 56], width, height: 96 });
	const titleHeight = foot - top - 24;
	await write(headline, {
		font: 'bold',
		colour: lightColours.headline,
		sizes: [56, 48, 42],
		width,
		height: titleHeight,
	});

	layers.push({ input: await drawQrCode(link), left: margin, top: foot });
	const left = margin + qrSide + 36;
	const besideQr = cardWidth - left - margin;
	top = foot + 56;
	await write(
		byline,
		{ font: 'bold', colour: lightColours.headline, sizes: [46, 40, 34], width: besideQr, height: 60 },
		left,
	);
	const address = link.replace(/^https?:\/\//, '');
	await write(
		address,
		{ font: 'medium', colour: lightColours.quiet, sizes: [38, 32, 26], width: besideQr, height: 50 },
		left,
	);
	const card = sharp({ create: { ...statusCardSize, channels: 3, background: lightBackground } });
	return encodeCard(card.composite(layers), maxBytes);
}

/** Draws a QR code with its quiet zone as a square of `qrSide` pixels. */
async function drawQrCode(text: string): Promise<Buffer> {
	const rows = encodeQr(text, 'raw', { border: 2 });
	const pixels = Uint8Array.from(rows.flat(), (isDark) => (isDark ? 0 : 255));
	return sharp(pixels, { raw: { width: rows.length, height: rows.length, channels: 1 } })
		.resize(qrSide, qrSide, { kernel: 'nearest' })
		.png()
		.toBuffer();
}
