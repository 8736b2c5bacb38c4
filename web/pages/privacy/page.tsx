import * as commonText from '../../../text/shared/common.ts';
import * as privacyText from '../../../text/web/privacy.ts';
import { LegalPage, prefetchLegalDocument } from '../../market-settings/legal-page.tsx';
import { useBrand } from '../../platform/brand.ts';
import { loadPage } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';

export async function loader(args: Route.LoaderArgs) {
	return loadPage(args, (context) => prefetchLegalDocument(context, 'privacy'));
}

/** Returns at once, so that navigation does not wait. The page loads its text itself. */
export function clientLoader() {
	return null;
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: commonText.privacy, description: privacyText.summary, path: '/privacy' });
}

export default function PrivacyPage() {
	return (
		<LegalPage
			document="privacy"
			title={commonText.privacy}
			summary={privacyText.summary}
			changed={privacyText.changed}
			sections={privacyText.sections(useBrand().name)}
		/>
	);
}
