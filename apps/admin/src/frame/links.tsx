import {
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

type Plain<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** Mantine's looks on links of the router. */
export const ButtonLink = createLink((props: Plain<ButtonProps>): ReactNode => (
  <Button component="a" {...props} />
));

export const TextLink = createLink((props: Plain<AnchorProps>): ReactNode => (
  <Anchor component="a" {...props} />
));

export const NavigationLink = createLink((props: Plain<NavLinkProps>): ReactNode => (
  <NavLink component="a" {...props} />
));

export const PlainLink = createLink((props: Plain<UnstyledButtonProps>): ReactNode => (
  <UnstyledButton component="a" {...props} />
));
