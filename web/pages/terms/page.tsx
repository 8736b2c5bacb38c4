import * as termsText from '../../../text/web/terms.ts';
import { LegalPage, prefetchLegalDocument } from '../../market-settings/legal-page.tsx';
import { useBrand } from '../../platform/brand.ts';
import { loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';

export async function loader(args: Route.LoaderArgs) {
	return loadPage(args, (context) => prefetchLegalDocument(context, 'terms'));
}

/** Returns at once, so that navigation does not wait. The page loads its text itself. */
export function clientLoader() {
	return null;
}

export function meta({ matches }: Route.MetaArgs) {
	const description = termsText.summary(getBrand(matches).name);
	return pageMeta(matches, { title: termsText.title, description, path: '/termsAndCondition' });
}

export default function TermsPage() {
	const { name } = useBrand();
	return (
		<LegalPage
			document="terms"
			title={termsText.title}
			summary={termsText.summary(name)}
			changed={termsText.changed}
			sections={termsText.sections(name)}
		/>
	);
}
