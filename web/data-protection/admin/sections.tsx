import type { RefObject } from 'react';
import { NavLink } from 'react-router';
import * as dataProtectionText from '../../../text/web/data-protection.ts';
import { getTabClasses } from '../../ui/tab-classes.ts';
import { breachesPath, dataProtectionPath } from '../queries.ts';

const sections = [
	{ to: dataProtectionPath, label: dataProtectionText.sections.requests },
	{ to: breachesPath, label: dataProtectionText.sections.breaches },
	{ to: `${dataProtectionPath}/record`, label: dataProtectionText.sections.record },
];

/** Heading and links of the pages about data protection. */
export function DataProtectionHeader({ heading }: { heading?: RefObject<HTMLHeadingElement | null> }) {
	return (
		<>
			<h1 ref={heading} tabIndex={-1} className="mb-2 text-28 outline-none">
				{dataProtectionText.title}
			</h1>
			<nav
				aria-label={dataProtectionText.title}
				className="mb-4 flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b"
			>
				{sections.map(({ to, label }) => (
					<NavLink key={to} to={to} end className={({ isActive }) => getTabClasses(isActive)}>
						{label}
					</NavLink>
				))}
			</nav>
		</>
	);
}
