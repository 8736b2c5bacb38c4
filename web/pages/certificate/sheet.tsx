import { BadgeCheck } from 'lucide-react';
import { certificatePaths } from '../../../contract/core/page-paths.ts';
import type { Certificate } from '../../../contract/courses/courses.ts';
import * as certificateText from '../../../text/shared/certificate.ts';
import { Logo } from '../../appearance/logo.tsx';
import { useBrand } from '../../platform/brand.ts';
import { useOrigin } from '../../platform/page-meta.ts';
import { RichText } from '../../ui/rich-text.tsx';

/** Formats a date in a fixed time zone, so that the server and every browser render the same day. */
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Africa/Lagos' });

const formatDay = (at: string) => day.format(new Date(at));

function Day({ at }: { at: string }) {
	return (
		<time dateTime={at} className="whitespace-nowrap">
			{formatDay(at)}
		</time>
	);
}

export function CertificateSheet({ certificate }: { certificate: Certificate }) {
	const { code, name, course_title, lessons, checked, completed_at, first_done_at = completed_at } = certificate;
	const isOneDay = formatDay(first_done_at) === formatDay(completed_at);
	const done = isOneDay ? certificateText.doneOn(lessons) : certificateText.doneBetween(lessons);
	const address = new URL(certificatePaths.page(code), useOrigin()).href;
	return (
		<article className="rounded-card bg-card p-2 shadow-soft print:shadow-none">
			<div className="flex flex-col items-center gap-6 rounded-control border-2 border-leaf px-5 py-10 text-center md:px-12 md:py-14">
				<Logo />
				<p className="font-semibold text-14 text-marigold uppercase tracking-widest">{certificateText.sheetTitle}</p>
				<div className="max-w-full">
					<h1 className="wrap-anywhere text-28 md:text-36">{name}</h1>
					<p className="mt-3 text-quiet">{certificateText.finishedCourse}</p>
					<p className="mt-3 font-bold text-22">{course_title}</p>
					<p className="mt-3 text-balance text-quiet">
						<RichText
							text={checked ? done + certificateText.passedChecks : done}
							tags={{ first: () => <Day at={first_done_at} />, last: () => <Day at={completed_at} /> }}
						/>
					</p>
				</div>
				<div className="flex w-full flex-col items-center gap-3 border-line border-t pt-6">
					<p className="flex flex-col items-center gap-2 font-semibold text-leaf md:flex-row">
						<BadgeCheck aria-hidden className="size-5.5 shrink-0" />
						{certificateText.genuine(useBrand().name)}
					</p>
					<dl className="flex max-w-full flex-col gap-1 text-14">
						<div className="flex flex-wrap justify-center gap-x-2">
							<dt className="text-quiet">{certificateText.sheetCode}</dt>
							<dd className="wrap-anywhere font-mono font-semibold">{code}</dd>
						</div>
						<div className="hidden flex-wrap justify-center gap-x-2 print:flex">
							<dt className="text-quiet">{certificateText.checkAt}</dt>
							<dd className="wrap-anywhere">{address}</dd>
						</div>
					</dl>
				</div>
			</div>
		</article>
	);
}
