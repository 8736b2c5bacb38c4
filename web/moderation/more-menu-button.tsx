import { EllipsisVertical, Flag } from 'lucide-react';
import { type ComponentProps, Suspense, useState } from 'react';
import * as reportText from '../../text/web/report.ts';
import { IconButton } from '../ui/button.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { useReportDialog } from './report-context.ts';
import type { ReportSubject } from './report-dialog.tsx';

const loadMenu = () => import('../ui/menu.tsx');
const ReportMenu = lazyComponent(async () => {
	const { Menu, MenuItem } = await loadMenu();
	return ({ label, variant, reported }: MoreMenuButtonProps) => {
		const report = useReportDialog();
		return (
			<Menu defaultOpen trigger={<DotsButton label={label} variant={variant ?? 'plain'} />}>
				<MenuItem icon={<Flag aria-hidden className="size-5" />} onSelect={() => report(reported)}>
					{reportText.title(reported.what)}
				</MenuItem>
			</Menu>
		);
	};
});

interface MoreMenuButtonProps {
	/** Accessible name of the button: 'More about …'. */
	label: string;
	variant?: 'plain' | 'soft' | 'over';
	reported: ReportSubject;
}

/** Three-dot button that opens a menu. The menu's code loads on the first tap. */
export function MoreMenuButton(props: MoreMenuButtonProps) {
	const [opened, setOpened] = useState(false);
	const dots = (
		<DotsButton
			label={props.label}
			variant={props.variant ?? 'plain'}
			aria-haspopup="menu"
			onPointerDown={() => void loadMenu().catch(() => {})}
			onClick={() => setOpened(true)}
		/>
	);
	if (!opened) return dots;
	return (
		<Suspense fallback={dots}>
			<ReportMenu {...props} />
		</Suspense>
	);
}

function DotsButton(props: ComponentProps<typeof IconButton>) {
	return (
		<IconButton {...props}>
			<EllipsisVertical aria-hidden className="size-5" />
		</IconButton>
	);
}
