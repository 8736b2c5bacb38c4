import * as commonText from '../../../contract/text/common.ts';
import * as privacyText from '../../../contract/text/privacy.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { LegalDocument } from '../terms/legal-document.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: commonText.privacy, description: privacyText.summary, path: '/privacy' });
}

export default function PrivacyPage() {
	return (
		<LegalDocument
			title={commonText.privacy}
			summary={privacyText.summary}
			changed={privacyText.changed}
			sections={privacyText.sections()}
		/>
	);
}
