import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Certificate } from '../../../contract/courses/courses.ts';
import * as certificateText from '../../../text/shared/certificate.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as certificatePage from './page.tsx';

const certificate: Certificate = {
	code: 'KSW-7QXM-2HPA-K9TD',
	name: 'Ada Obi',
	course_id: 'web-hacking-essentials',
	course_title: 'Web Hacking Essentials',
	lessons: 8,
	first_done_at: '2026-10-01T09:00:00.000Z',
	completed_at: '2026-11-21T09:00:00.000Z',
};

test.for([
	[{ ...certificate, checked: true as const }, `between 1 Oct 2026 and 21 Nov 2026${certificateText.passedChecks}`],
	[certificate, 'between 1 Oct 2026 and 21 Nov 2026'],
	[{ ...certificate, first_done_at: certificate.completed_at }, 'and done all 8 lessons on 21 Nov 2026'],
] as const)('says when the lessons were done and whether they were checked: %#', async ([answer, text]) => {
	const api = fakeApi({ getCertificate: () => answer });
	await renderRoute('/certificate/:code', certificatePage, { api, url: `/certificate/${certificate.code}` });
	await expect.element(page.getByRole('heading', { level: 1, name: 'Ada Obi' })).toBeVisible();
	await expect.element(page.getByRole('article')).toMatchTextContent(new RegExp(`${text}This certificate is genuine`));
	expect(await findViolations()).toEqual([]);
});
