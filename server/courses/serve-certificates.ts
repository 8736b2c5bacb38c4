import type { FastifyInstance } from 'fastify';
import { certificatePaths } from '../../contract/core/page-paths.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import * as commonText from '../../text/shared/common.ts';
import { DomainError } from '../core/domain-error.ts';
import { buildResponse, callCosts, sendCached } from '../http/index.ts';
import { flattenLogo, type MarketSettingsService } from '../market-settings/index.ts';
import type { Platform } from '../platform.ts';
import type { CourseService } from './courses.ts';

export interface ServeCertificatesDeps extends Pick<Platform, 'cache' | 'publicUrl' | 'brand'> {
	courses: CourseService;
	marketSettings: Pick<MarketSettingsService, 'readLogo'>;
}

/** Cache lifetime of a certificate PDF in milliseconds. Drawing a PDF takes about 100 ms of CPU time. */
const pdfTtl = 3_600_000;

/** Serves certificates as PDF to anyone who has the code. */
export function serveCertificates(
	app: FastifyInstance,
	{ courses, marketSettings, cache, publicUrl, brand }: ServeCertificatesDeps,
): void {
	app.get<{ Params: { file: string } }>(
		'/certificates/:file',
		{ config: { policy: 'anyone', rateLimit: { cost: callCosts.drawing } } },
		async (request, reply) => {
			const [, text] = /^(.{1,60})\.pdf$/.exec(request.params.file) ?? [];
			if (text === undefined) throw new DomainError('not_found', commonText.nothingHere);
			// The certificate is looked up for every request, because it may be revoked while the PDF is cached.
			const { code, name, course_id, course_title, completed_at, first_done_at, checked } =
				await courses.getCertificate(text);
			const verifyUrl = new URL(certificatePaths.page(code), publicUrl()).href;
			const certificate = {
				code,
				name,
				courseTitle: course_title,
				moduleCount: findCourse(course_id)?.modules.length ?? 0,
				isChecked: checked === true,
				firstDoneAt: Date.parse(first_done_at ?? completed_at),
				completedAt: Date.parse(completed_at),
				verifyUrl,
			};
			const pdf = await cache.getOrBuild(`certificate ${JSON.stringify(certificate)}`, pdfTtl, async () => {
				// pdfkit takes a tenth of the start and 24 MB, so it is loaded with the first certificate.
				const logo = await flattenLogo(await marketSettings.readLogo());
				const { drawCertificate } = await import('./certificate-pdf.ts');
				return buildResponse({
					bytes: await drawCertificate({ ...certificate, logo, brand: brand.current() }),
					headers: {
						'content-type': 'application/pdf',
						'content-disposition': `inline; filename="certificate-${code}.pdf"`,
						'cache-control': 'no-cache',
						// `object-src 'self'`: the browser's PDF viewer embeds the file as an object.
						'content-security-policy':
							"default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
					},
					tags: ['certificate'],
				});
			});
			return sendCached(pdf, request, reply);
		},
	);
}
