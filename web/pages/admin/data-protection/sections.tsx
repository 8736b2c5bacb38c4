import * as dataProtectionText from '../../../../contract/text/data-protection.ts';
import { legalRequestsPath } from '../../../data-protection/queries.ts';
import { FilterRow } from '../filters.tsx';

const paths = {
	requests: legalRequestsPath,
	breaches: `${legalRequestsPath}/breaches`,
	record: `${legalRequestsPath}/record`,
};
type Section = keyof typeof paths;
const sections = Object.keys(paths) as Section[];

/** Heading and links of the pages about data protection. */
export function DataProtectionHeader({ current }: { current: Section }) {
	return (
		<>
			<h1 className="mb-4 text-28">{dataProtectionText.title}</h1>
			<FilterRow
				label={dataProtectionText.title}
				names={dataProtectionText.sections}
				values={sections}
				current={current}
				pathTo={(section) => paths[section ?? 'requests']}
				withoutAll
			/>
		</>
	);
}
