import { brand } from '../../../contract/brand.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';
import { DocumentLink, Points, RulesDocument, Section } from './document.tsx';

const summary = `${brand.name} is a place to be seen and to find things. Sellers and customers deal with each other directly. Be honest, sell only what you may sell, and never pay a stranger before you have seen the goods.`;

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Terms and conditions', description: summary, path: '/termsAndCondition' });
}

export default function TermsPage() {
	return (
		<RulesDocument title="Terms and conditions" summary={summary} changed="21 November 2026">
			<Section id="what" title={`What ${brand.name} is`}>
				<p>
					{brand.name} shows what sellers promote: picture ads, short videos, tweets and talks. We are not a party to
					what you agree with each other. We do not hold goods, deliver them or take payment for them, and we earn
					nothing from a sale. We do sell courses of our own; for those, see below.
				</p>
				<p>By making an account, posting something or asking to be enrolled in a course you accept these terms.</p>
			</Section>
			<Section id="account" title="Your account">
				<Points>
					<li>You are 18 or older, or use your account with the permission of a parent or guardian.</li>
					<li>What you tell us is true, and your e-mail address is yours.</li>
					<li>Keep your password to yourself. What is done with your account counts as done by you.</li>
					<li>Your user name stays as you chose it. Do not pretend to be another person or business.</li>
					<li>You can delete your account at any time under Dashboard, Personal info.</li>
				</Points>
			</Section>
			<Section id="posting" title="What you may post">
				<p>Post what is yours, as it is: your own pictures, the real price, the real condition. Do not post:</p>
				<Points>
					<li>
						what the law of Nigeria forbids: stolen or fake goods, drugs, weapons, protected animals, medicines without
						a licence;
					</li>
					<li>
						scams of any kind: goods you do not have, payment asked for before delivery, 'investments' that pay by
						themselves;
					</li>
					<li>other people's pictures, videos or words without their permission;</li>
					<li>hate, threats, harassment, sexual content, or anything that puts a child at risk;</li>
					<li>anybody's private details, or a phone number that is not yours;</li>
					<li>the same thing again and again, or links that lead people into a trap.</li>
				</Points>
				<p>
					Videos are for promotion: skits, funny clips, music and products. What you post stays yours. You allow us to
					store, resize and show it on {brand.name} and in previews of its links, until you delete it.
				</p>
			</Section>
			<Section id="buying" title="Buying safely">
				<Points>
					<li>Meet in a public place, by day. Take somebody with you.</li>
					<li>See and test the goods before you pay. Never send a deposit to a stranger.</li>
					<li>Nobody from {brand.name} will ever ask for your password, your PIN or a code from your bank.</li>
					<li>If something looks wrong, report it. Every report is read by a person.</li>
				</Points>
			</Section>
			<Section id="moderation" title="When something is against the rules">
				<p>
					People can report ads, posts, comments and accounts. A person on our side decides; no machine hides anything
					by itself. We may hide or delete content, warn its owner, or suspend an account for a time or for good. You
					are told what was decided and why, and you can appeal once against each decision.
				</p>
			</Section>
			<Section id="courses" title="Courses">
				<Points>
					<li>Sending the form is a request. You are enrolled when your payment has been confirmed.</li>
					<li>The price is the one shown in Naira on the course's page on the day of your request.</li>
					<li>
						You may change your mind within 7 days of being activated, if you have opened no more than two modules, and
						get all of your money back by the way you paid.
					</li>
					<li>Lessons are for you alone. Do not pass them on, record them or sell them.</li>
					<li>
						Security courses teach attacks so that you can defend. Use what you learn only on systems you own or have
						written permission to test. Anything else is a crime under the Cybercrimes Act, and ends your enrollment.
					</li>
					<li>A certificate says that you finished the course's modules. It is no degree and no licence.</li>
				</Points>
			</Section>
			<Section id="liability" title="What we answer for">
				<p>
					We work to keep {brand.name} up, safe and honest, but we cannot promise that it is always there or that every
					seller keeps their word. We do not answer for what sellers and customers agree with each other. Nothing here
					takes away rights that the law gives you as a consumer.
				</p>
			</Section>
			<Section id="changes" title="Changes, and the law that holds">
				<p>
					When these terms change in a way that matters to you, we tell you before it counts. The law of the Federal
					Republic of Nigeria holds. How we treat your data stands on the{' '}
					<DocumentLink to="/privacy">privacy page</DocumentLink>.
				</p>
			</Section>
		</RulesDocument>
	);
}
