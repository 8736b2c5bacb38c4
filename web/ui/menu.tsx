import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import * as controlsText from '../../text/web/controls.ts';
import { classes } from './classes.ts';

interface MenuProps {
	trigger: ReactElement;
	/** Whether the menu is open on mount, for a menu whose code loads on the first tap. */
	defaultOpen?: boolean;
	children: ReactNode;
}

/** A list of actions under a button. Its code is large and should load only when the menu is first opened. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
	return (
		<Base.Root defaultOpen={defaultOpen}>
			<Base.Trigger render={trigger} />
			<Base.Portal>
				<Base.Positioner align="end" sideOffset={6} className="z-40">
					<Base.Popup className="max-h-(--available-height) min-w-56 animate-rise overflow-y-auto rounded-card bg-card p-1.5 shadow-soft outline-1 outline-line">
						{children}
					</Base.Popup>
				</Base.Positioner>
			</Base.Portal>
		</Base.Root>
	);
}

const item =
	'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left select-none data-highlighted:bg-sunken';

interface MenuItemProps {
	icon?: ReactNode;
	danger?: boolean;
	keepsOpen?: boolean;
	onSelect: () => void;
	children: ReactNode;
}

export function MenuItem({ icon, danger = false, keepsOpen = false, onSelect, children }: MenuItemProps) {
	return (
		<Base.Item closeOnClick={!keepsOpen} onClick={onSelect} className={classes(item, danger && 'text-danger')}>
			{icon}
			{children}
		</Base.Item>
	);
}

interface MenuLinkProps {
	icon?: ReactNode;
	to: string;
	/** True for a page that is not part of the web app. */
	reloadDocument?: boolean;
	children: ReactNode;
}

export function MenuLink({ icon, to, reloadDocument = false, children }: MenuLinkProps) {
	return (
		<Base.Item render={<Link to={to} reloadDocument={reloadDocument} />} className={item}>
			{icon}
			{children}
		</Base.Item>
	);
}

interface MenuSwitchProps {
	icon?: ReactNode;
	checked: boolean;
	onChange: () => void;
	children: ReactNode;
}

/** An item that turns a setting on or off. The menu stays open. */
export function MenuSwitch({ icon, checked, onChange, children }: MenuSwitchProps) {
	return (
		<Base.CheckboxItem checked={checked} onCheckedChange={onChange} closeOnClick={false} className={item}>
			{icon}
			<span className="flex-1">{children}</span>
			<span aria-hidden className="text-14 text-quiet">
				{checked ? controlsText.on : controlsText.off}
			</span>
		</Base.CheckboxItem>
	);
}
