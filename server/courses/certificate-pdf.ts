import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { Brand } from '../../contract/market-settings/brand.ts';
import * as certificatePdfText from '../../text/server/certificate-pdf.ts';
import * as certificateText from '../../text/shared/certificate.ts';
import { getBrandColours } from '../core/brand-colours.ts';
import { toDrawableText } from '../media-tools/images/index.ts';

export interface CertificateData {
	code: string;
	name: string;
	courseTitle: string;
	moduleCount: number;
	/** Whether the learner passed the check of each module. */
	isChecked: boolean;
	/** Times of the first and the last lesson in milliseconds since 1970. */
	firstDoneAt: number;
	completedAt: number;
	/** Absolute URL of the page that verifies the certificate. */
	verifyUrl: string;
	/** PNG of the logo without transparency. */
	logo: Uint8Array;
	brand: Brand;
}

const fonts = {
	regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
	bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf')),
};

const ink = '#17211c';
const muted = '#5b6660';
/** Second colours of the certificate. They stay with every main colour, as in the theme. */
const marigold = '#b45309';
const gold = '#f5b544';

/** Size of the page in points: A4 landscape. */
const page = { width: 841.89, height: 595.28 };
const margin = 30;
const middle = page.width / 2;
/** Default width of a line of text, in points. */
const textWidth = 620;

/** Format of dates on the certificate, in Nigerian time. */
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' });

interface TextStyle {
	font: keyof typeof fonts;
	/** Font size in points. A longer text is drawn smaller, down to a third of the size, and then truncated. */
	size: number;
	colour: string;
	width?: number;
	letterSpacing?: number;
	align?: 'left' | 'center' | 'right';
	link?: string;
}

/** Draws a certificate as a PDF with one tagged page, in the main colour of the market. The same certificate always gives the same bytes. */
export async function drawCertificate(certificate: CertificateData): Promise<Buffer> {
	const { code, courseTitle, moduleCount, isChecked, firstDoneAt, completedAt, verifyUrl, logo, brand } = certificate;
	const { leaf } = getBrandColours(brand).light;
	const name = toDrawableText(certificate.name) || certificatePdfText.namelessLearner(verifyUrl);
	const doc = new PDFDocument({
		size: [page.width, page.height],
		margin: 0,
		font: fonts.regular,
		pdfVersion: '1.7',
		tagged: true,
		lang: 'en',
		displayTitle: true,
		info: {
			Title: certificatePdfText.documentTitle(courseTitle, certificate.name),
			Author: brand.name,
			Subject: code,
			CreationDate: new Date(completedAt),
		},
	});
	const parts: Buffer[] = [];
	const finished = new Promise<void>((resolve, reject) => {
		doc.on('data', (part: Buffer) => parts.push(part));
		doc.on('end', resolve);
		doc.on('error', reject);
	});
	const root = doc.struct('Document', { title: certificateText.sheetTitle });
	doc.addStructure(root);

	/** Writes one line of text between `x` and `x + width`. The top of the line is at `y`. */
	function write(tag: string, text: string, x: number, y: number, style: TextStyle): void {
		const { font, colour, width = textWidth, letterSpacing = 0, align = 'center', link } = style;
		doc.font(fonts[font]);
		const measureText = (size: number) => doc.fontSize(size).widthOfString(text, { characterSpacing: letterSpacing });
		let { size } = style;
		while (measureText(size) > width && size > style.size / 3) size -= 0.5;
		// A text in reduced size moves down, towards the baseline of the full size.
		const top = y + (style.size - size) * 0.6;
		const options = {
			width,
			height: size * 1.3,
			align,
			characterSpacing: letterSpacing,
			ellipsis: true,
			lineBreak: true,
		};
		root.add(
			doc.struct(tag, { actual: text }, () => {
				doc
					.fontSize(size)
					.fillColor(colour)
					.text(text, x, top, { ...options, ...(link && { link }) });
			}),
		);
	}
	const writeCentred = (tag: string, text: string, y: number, style: TextStyle) =>
		write(tag, text, middle - (style.width ?? textWidth) / 2, y, style);

	doc.markContent('Artifact');
	drawFrame(doc, leaf);
	drawAwning(doc, leaf);
	doc.image(Buffer.from(logo), middle - 17, 104, { width: 34 });
	doc.endMarkedContent();

	const market = toDrawableText(brand.name);
	if (market !== '') writeCentred('P', market, 144, { font: 'bold', size: 16, colour: ink });
	writeCentred('H1', certificatePdfText.heading, 178, { font: 'bold', size: 13, colour: marigold, letterSpacing: 3 });
	writeCentred('P', certificatePdfText.certifies, 214, { font: 'regular', size: 13, colour: muted });
	writeCentred('H2', name, 238, { font: 'bold', size: 42, colour: ink });
	doc.markContent('Artifact');
	doc
		.moveTo(middle - 60, 303)
		.lineTo(middle + 60, 303)
		.lineWidth(2)
		.stroke(gold);
	doc.endMarkedContent();
	writeCentred('P', certificatePdfText.completedModules(moduleCount), 320, {
		font: 'regular',
		size: 13,
		colour: muted,
	});
	writeCentred('H2', courseTitle, 345, { font: 'bold', size: 25, colour: leaf });
	if (isChecked) {
		writeCentred('P', certificatePdfText.passedChecks, 384, { font: 'regular', size: 13, colour: muted });
	}

	const foot = 454;
	const left = margin + 62;
	const side = 210;
	const label: TextStyle = { font: 'regular', size: 10, colour: muted, width: side };
	const value: TextStyle = { font: 'bold', size: 14, colour: ink, width: side };
	const [first, last] = [dateFormat.format(firstDoneAt), dateFormat.format(completedAt)];
	write('P', certificatePdfText.dates(first, last), left, foot, value);
	const dateLabel = first === last ? certificatePdfText.dateLabel : certificatePdfText.datesLabel;
	write('P', dateLabel, left, foot + 28, label);
	const right = page.width - left - side;
	write('P', code, right, foot, value);
	write('P', certificatePdfText.codeLabel, right, foot + 28, label);
	doc.markContent('Artifact');
	for (const x of [left, right]) {
		doc
			.moveTo(x, foot + 22)
			.lineTo(x + side, foot + 22)
			.lineWidth(0.75)
			.stroke('#c9c2b4');
	}
	drawSeal(doc, middle, foot + 12, leaf);
	doc.endMarkedContent();
	const check: TextStyle = { font: 'regular', size: 10, colour: leaf, link: verifyUrl };
	writeCentred('P', certificatePdfText.checkHint(verifyUrl), 526, check);

	root.end();
	doc.end();
	await finished;
	return Buffer.concat(parts);
}

type Doc = InstanceType<typeof PDFDocument>;

function drawFrame(doc: Doc, leaf: string): void {
	const inside = margin + 7;
	doc
		.rect(margin, margin, page.width - 2 * margin, page.height - 2 * margin)
		.lineWidth(2)
		.stroke(leaf);
	doc
		.rect(inside, inside, page.width - 2 * inside, page.height - 2 * inside)
		.lineWidth(0.75)
		.stroke(gold);
}

/** Draws an awning along the top of the page. It is an ornament that stays with every logo. */
function drawAwning(doc: Doc, leaf: string): void {
	const stripes = 25;
	const [left, top] = [margin + 12, margin + 12];
	const width = (page.width - 2 * left) / stripes;
	const [straight, round] = [22, width / 2];
	for (let stripe = 0; stripe < stripes; stripe += 1) {
		const x = left + stripe * width;
		// A Bézier curve with control points at 0.5523 of the radius approximates a quarter circle.
		const bend = round * 0.5523;
		const y = top + straight;
		doc
			.moveTo(x, top)
			.lineTo(x + width, top)
			.lineTo(x + width, y)
			.bezierCurveTo(x + width, y + bend, x + round + bend, y + round, x + round, y + round)
			.bezierCurveTo(x + round - bend, y + round, x, y + bend, x, y)
			.closePath()
			.fill(stripe % 2 === 0 ? leaf : gold);
	}
}

/** Draws the seal around the centre (`x`, `y`). */
function drawSeal(doc: Doc, x: number, y: number, leaf: string): void {
	const points = 24;
	const [outer, inner] = [38, 34.5];
	doc.moveTo(x + outer, y);
	for (let step = 1; step < points * 2; step += 1) {
		const radius = step % 2 === 0 ? outer : inner;
		const angle = (step * Math.PI) / points;
		doc.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
	}
	doc.closePath().fill(gold);
	doc.circle(x, y, 28).lineWidth(1.25).stroke('#ffffff');
	doc
		.moveTo(x - 12, y + 1)
		.lineTo(x - 3.5, y + 9.5)
		.lineTo(x + 13, y - 8.5)
		.lineWidth(4.5)
		.lineCap('round')
		.lineJoin('round')
		.stroke(leaf);
}
