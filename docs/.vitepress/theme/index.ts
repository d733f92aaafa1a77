import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h, onMounted, onUnmounted } from 'vue'
import './site.css'

/** Links out of the documentation, to other pages of the local service, which the router must not follow. */
const neighbours = () =>
  h('nav', { class: 'neighbours', 'aria-label': 'Local service' }, [
    h('a', { href: '/', target: '_self' }, 'Shop'),
    h('a', { href: '/events', target: '_self' }, 'Events'),
    h('a', { href: '/analytics', target: '_self' }, 'Analytics'),
  ])

/** The heading of a chapter is a button that contains another one, and neither tells a screen reader what it does. */
function mendChapters() {
  for (const heading of document.querySelectorAll('.VPSidebarItem.collapsible > .item')) {
    const isClosed = heading.parentElement?.classList.contains('collapsed')
    heading.setAttribute('aria-expanded', String(!isClosed))
    const caret = heading.querySelector('.caret')
    for (const name of ['role', 'tabindex', 'aria-label']) caret?.removeAttribute(name)
    caret?.setAttribute('aria-hidden', 'true')
  }
}

const sidebarRepair = {
  setup() {
    let changes: MutationObserver | undefined
    onMounted(() => {
      mendChapters()
      changes = new MutationObserver(mendChapters)
      const sidebar = document.querySelector('.VPSidebar')
      if (sidebar)
        changes.observe(sidebar, { subtree: true, childList: true, attributeFilter: ['class'] })
    })
    onUnmounted(() => changes?.disconnect())
    return () => null
  },
}

/** VitePress's own theme, with the colours and tables of this project. */
const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': neighbours,
      'nav-screen-content-before': neighbours,
      'sidebar-nav-after': () => h(sidebarRepair),
    }),
}

export default theme
