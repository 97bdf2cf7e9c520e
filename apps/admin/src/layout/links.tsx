import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

type LinkComponentProps<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** Mantine components as links of the router (`createLink`). */
export const ButtonLink = createLink((props: LinkComponentProps<ButtonProps>): ReactNode => (
  <Button component="a" {...props} />
));

export const TextLink = createLink((props: LinkComponentProps<AnchorProps>): ReactNode => (
  <Anchor component="a" {...props} />
));

/** The link above a heading to the screen that leads to this one. */
export const BackLink = createLink(({ children, ...props }: LinkComponentProps<AnchorProps>): ReactNode => (
  <Anchor component="a" size="sm" {...props}>
    ← {children}
  </Anchor>
));

export const NavigationLink = createLink((props: LinkComponentProps<NavLinkProps>): ReactNode => (
  <NavLink component="a" {...props} />
));

export const PlainLink = createLink((props: LinkComponentProps<UnstyledButtonProps>): ReactNode => (
  <UnstyledButton component="a" {...props} />
));

export const IconLink = createLink((props: LinkComponentProps<ActionIconProps>): ReactNode => (
  <ActionIcon component="a" {...props} />
));
