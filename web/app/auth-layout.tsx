import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as layoutText from '../../text/shared/layout.ts';
import { Logo } from '../appearance/logo.tsx';
import { MarketIllustration } from '../appearance/market-illustration.tsx';
import { ThemeButton } from '../appearance/theme-button.tsx';
import { CurrentSiteNotice } from '../operations/current-site-notice.tsx';
import { useBrand } from '../platform/brand.ts';
import { NavigationSpinner } from './navigation-spinner.tsx';

interface AuthLayoutProps {
	title: string;
	lead: string;
	/** Link below the form to a related page, such as sign-up. */
	footer: ReactNode;
	children: ReactNode;
}

/** Layout of login, sign-up and related pages. From medium screens up, a picture stands beside the form. */
export function AuthLayout({ title, lead, footer, children }: AuthLayoutProps) {
	const { tagline } = useBrand();
	return (
		<div className="relative grid min-h-dvh md:grid-cols-2">
			<NavigationSpinner />
			<div className="flex flex-col px-5 pt-3 pb-10">
				<div className="-mx-5 -mt-3 mb-3 empty:hidden">
					<CurrentSiteNotice />
				</div>
				<header className="flex items-center justify-between">
					<Link
						to="/"
						className="inline-flex min-h-11 items-center gap-2 rounded-control pr-2 text-14 text-quiet hover:text-ink"
					>
						<ArrowLeft aria-hidden className="size-5" />
						{layoutText.backToMarket}
					</Link>
					<ThemeButton />
				</header>
				<main className="mx-auto flex w-full max-w-sm flex-1 flex-col py-8 md:justify-center">
					<Logo />
					<h1 className="mt-6 text-28">{title}</h1>
					<p className="mt-1 mb-7 text-quiet">{lead}</p>
					{children}
					<p className="mt-6 text-center text-quiet">{footer}</p>
				</main>
			</div>
			<aside className="relative hidden overflow-hidden bg-[#0b6b46] md:block">
				<MarketIllustration className="absolute inset-0 size-full" />
				<p className="absolute inset-x-0 bottom-0 bg-linear-to-t from-[#05291b] to-transparent px-8 pt-24 pb-10 font-extrabold text-28 text-white tracking-tight">
					{tagline}
				</p>
			</aside>
		</div>
	);
}
