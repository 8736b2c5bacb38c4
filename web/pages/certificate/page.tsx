import { useSuspenseQuery } from '@tanstack/react-query';
import { BadgeCheck, FileDown, SearchX } from 'lucide-react';
import { data } from 'react-router';
import { certificatePaths, sharePicturePaths } from '../../../contract/core/page-paths.ts';
import type { Certificate } from '../../../contract/courses/courses.ts';
import * as certificateText from '../../../text/shared/certificate.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { Logo } from '../../appearance/logo.tsx';
import { certificateQuery } from '../../courses/learning-queries.ts';
import { useApi } from '../../platform/api.ts';
import { useBrand } from '../../platform/brand.ts';
import { type LoadFunction, loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta, useOrigin } from '../../platform/page-meta.ts';
import { ShareButton } from '../../sharing/share-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { Route } from './+types/page.ts';
import { CheckForm } from './check-form.tsx';

export const handle: LayoutHandle = { Rail: null };

const load: LoadFunction<Route.LoaderArgs['params'], Certificate | null> = ({ api, queryClient, params }) =>
	queryClient.fetchQuery(certificateQuery(api, params.code));

export async function loader(args: Route.LoaderArgs) {
	const loaded = await loadPage(args, load);
	return data(loaded, { status: loaded.page ? 200 : 404 });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
	return loadPage(args, load);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const certificate = loaderData?.page;
	if (!certificate) return pageMeta(matches, { title: certificateText.notFoundTitle, hidden: true });
	const { code, name, course_id, course_title } = certificate;
	return pageMeta(matches, {
		title: certificateText.shareTitle(name, course_title),
		description: certificateText.shareDescription(getBrand(matches).name, name, course_title),
		path: certificatePaths.page(code),
		picture: sharePicturePaths.course(course_id),
		// Certificate pages are shared by their owners, but search engines must not find them by the owner's name.
		hidden: true,
	});
}

export default function CertificatePage({ params }: Route.ComponentProps) {
	return <CertificateView code={params.code} />;
}

function CertificateView({ code }: { code: string }) {
	const { data: certificate } = useSuspenseQuery(certificateQuery(useApi(), code));
	if (!certificate) return <UnknownCertificate code={code} />;
	const { name, course_title } = certificate;
	return (
		<div className="mx-auto flex max-w-3xl flex-col gap-6">
			<CertificateSheet certificate={certificate} />
			<div className="flex flex-wrap justify-center gap-2 print:hidden">
				<a
					href={certificatePaths.pdf(certificate.code)}
					download
					className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control bg-leaf px-4 font-semibold text-on-leaf transition-colors hover:bg-leaf-strong"
				>
					<FileDown aria-hidden className="size-5" />
					{certificateText.downloadPdf}
				</a>
				<ShareButton
					title={certificateText.shareTitle(name, course_title)}
					path={certificatePaths.page(certificate.code)}
					what="certificate"
				/>
			</div>
		</div>
	);
}

function UnknownCertificate({ code }: { code: string }) {
	return (
		<div className="mx-auto max-w-md">
			<EmptyState icon={SearchX} as="h1" title={certificateText.notFound}>
				<p>
					<RichText
						text={certificateText.codeUnknown}
						tags={{ code: () => <span className="wrap-anywhere font-mono">{code}</span> }}
					/>
				</p>
			</EmptyState>
			<CheckForm code={code} />
		</div>
	);
}

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

function CertificateSheet({ certificate }: { certificate: Certificate }) {
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
