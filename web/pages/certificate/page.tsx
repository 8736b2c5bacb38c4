import { useSuspenseQuery } from '@tanstack/react-query';
import { FileDown, SearchX } from 'lucide-react';
import { data } from 'react-router';
import { certificatePaths, sharePicturePaths } from '../../../contract/core/page-paths.ts';
import type { Certificate } from '../../../contract/courses/courses.ts';
import * as certificateText from '../../../text/shared/certificate.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { certificateQuery } from '../../courses/learning-queries.ts';
import { useApi } from '../../platform/api.ts';
import { type LoadFunction, loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import { ShareButton } from '../../sharing/share-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { Route } from './+types/page.ts';
import { CheckForm } from './check-form.tsx';
import { CertificateSheet } from './sheet.tsx';

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
