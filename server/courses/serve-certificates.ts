import type { FastifyInstance } from 'fastify';
import { courseById } from '../../contract/course-catalogue.ts';
import { certificatePaths } from '../../contract/page-paths.ts';
import * as commonText from '../../contract/text/common.ts';
import { type AnswerCache, costs, prepare, sendPrepared } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import { drawCertificate } from './certificate-pdf.ts';
import type { Courses } from './courses.ts';

export interface ServeCertificatesParts {
	courses: Courses;
	cache: AnswerCache;
	/** The address people use. */
	publicUrl: () => string;
}

/** Drawing takes a tenth of a second of the processor; the bytes are kept this long, milliseconds. */
const life = 3_600_000;

/** Serves certificates as PDF to anyone who has the code. */
export function serveCertificates(app: FastifyInstance, { courses, cache, publicUrl }: ServeCertificatesParts): void {
	app.get<{ Params: { file: string } }>(
		'/certificates/:file',
		{ config: { policy: 'anyone', rateLimit: { cost: costs.drawing } }, schema: { hide: true } },
		async (request, reply) => {
			const [, text] = /^(.{1,60})\.pdf$/.exec(request.params.file) ?? [];
			if (text === undefined) throw new Refusal('not_found', commonText.nothingHere);
			// Asked each time: it may have been taken back.
			const { code, name, course_id, course_title, completed_at } = await courses.certificate(text);
			const address = new URL(certificatePaths.page(code), publicUrl()).href;
			const sheet = {
				code,
				name,
				courseTitle: course_title,
				modules: courseById(course_id)?.modules.length ?? 0,
				completedAt: Date.parse(completed_at),
				address,
			};
			const pdf = await cache.answer(`certificate ${JSON.stringify(sheet)}`, life, async () =>
				prepare({
					bytes: await drawCertificate(sheet),
					headers: {
						'content-type': 'application/pdf',
						'content-disposition': `inline; filename="certificate-${code}.pdf"`,
						'cache-control': 'no-cache',
						// The browser's own viewer stands on a page that shows the file as an object.
						'content-security-policy':
							"default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
					},
					tags: ['certificate'],
				}),
			);
			return sendPrepared(pdf, request, reply);
		},
	);
}
