import { BadgeCheck } from 'lucide-react';
import { redirect } from 'react-router';
import { certificatePaths } from '../../../contract/core/page-paths.ts';
import * as certificateText from '../../../text/shared/certificate.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import type { Route } from './+types/check.ts';
import { CheckForm } from './check-form.tsx';

export const handle: LayoutHandle & SearchParamsHandle = { Rail: null, searchParams: ['code'] };

export function loader({ request }: Route.LoaderArgs) {
	return redirectToCertificate(request);
}

export function clientLoader({ request }: Route.ClientLoaderArgs) {
	return redirectToCertificate(request);
}

/** Redirects a submitted code to the page of the certificate. */
function redirectToCertificate(request: Request) {
	const code = new URL(request.url).searchParams.get('code')?.trim();
	if (code) throw redirect(certificatePaths.page(code));
	return null;
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: certificateText.checkTitle,
		description: certificateText.checkDescription,
		path: certificatePaths.check,
	});
}

export default function CheckPage() {
	return (
		<div className="mx-auto flex max-w-md flex-col gap-6 py-6">
			<header className="flex flex-col items-center gap-3 text-center">
				<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-leaf-soft text-leaf">
					<BadgeCheck className="size-8" />
				</span>
				<h1 className="text-28">{certificateText.checkTitle}</h1>
				<p className="text-quiet">{certificateText.checkHint}</p>
			</header>
			<CheckForm />
		</div>
	);
}
