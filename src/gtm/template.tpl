___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.


___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "svc Commerce Search Tracking",
  "description": "Reports what shoppers do (searches, impressions, clicks, facets, cart, orders) to the commerce-search tracker. Installs the script, or reports one event from variables.",
  "categories": ["ANALYTICS", "PERSONALIZATION"],
  "brand": {
    "id": "github.com_svc-tag",
    "displayName": "svc",
    "thumbnail": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAgMAAADXB5lNAAAADFBMVEUAAAAfTl/////ysTQ1lVX0AAAAAXRSTlMAQObYZgAAAN9JREFUeNqtlLsRwjAMhkXBCOzDCBTY3Lmh9xJMkWxAEe3DKJScwVKIXgccHG6SfJb+yHoYANZpWTsA880kmQWwsmBrPbpPABsL9r+A5NYrgDgYUBAnAxAXE5gNFhMCtQNUoNs/fTrI3bzgWYG+qUAh9zoJoNcigPfYjgF5ZwEPucN1lmYwpOONHgJOzYHWLt+CoOH+4uMIkYazhNOGfISMhZzOWUdfF4mDK4fsI7UduZhS/cwiqj9YRHVQJREFCokowCK66QKoHhQPMr5pXAX+MS+fpzIMchj1eBm46+IODyGBkO981F4AAAAASUVORK5CYII="
  },
  "containerContexts": ["WEB"]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "SELECT",
    "name": "command",
    "displayName": "What this tag does",
    "macrosInSelect": false,
    "selectItems": [
      { "value": "install", "displayValue": "Install: load the script on every page" },
      { "value": "event", "displayValue": "Report one event from variables" },
      { "value": "context", "displayValue": "Name the list that is shown" },
      { "value": "consent", "displayValue": "Set the consent" }
    ],
    "simpleValueType": true,
    "defaultValue": "install",
    "help": "Install fires once per page, on Consent Initialization or Initialization. The others fire on the shop's own triggers, before or after it: calls made early are kept."
  },
  {
    "type": "GROUP",
    "name": "account",
    "displayName": "Account",
    "groupStyle": "NO_ZIPPY",
    "subParams": [
      {
        "type": "TEXT",
        "name": "siteKey",
        "displayName": "Site key",
        "simpleValueType": true,
        "help": "In the console under Manage, Configure Site, Keys.",
        "valueValidators": [{ "type": "NON_EMPTY", "errorMessage": "The site key is missing." }]
      },
      {
        "type": "TEXT",
        "name": "trackerUrl",
        "displayName": "Tracker address",
        "simpleValueType": true,
        "help": "Without /v2/1p.jpg.",
        "valueHint": "https://tracker.example",
        "valueValidators": [
          { "type": "NON_EMPTY", "errorMessage": "The tracker's address is missing." },
          {
            "type": "REGEX",
            "args": ["https://[^\\s/?#]+(/[^\\s?#]*)?"],
            "errorMessage": "An https:// address without a query."
          }
        ]
      },
      {
        "type": "TEXT",
        "name": "apiKey",
        "displayName": "API key",
        "simpleValueType": true,
        "help": "Only for svc.browse and svc.search."
      },
      {
        "type": "TEXT",
        "name": "browseUrl",
        "displayName": "Browse address",
        "simpleValueType": true,
        "help": "Only for svc.browse and svc.search.",
        "valueHint": "https://search.example",
        "valueValidators": [
          {
            "type": "REGEX",
            "args": ["https://[^\\s/?#]+(/[^\\s?#]*)?"],
            "errorMessage": "An https:// address without a query."
          }
        ]
      },
      {
        "type": "TEXT",
        "name": "agentUrl",
        "displayName": "Shopping Agent address",
        "simpleValueType": true,
        "help": "Only for svc.agent.",
        "valueHint": "https://agent.example",
        "valueValidators": [
          {
            "type": "REGEX",
            "args": ["https://[^\\s/?#]+(/[^\\s?#]*)?"],
            "errorMessage": "An https:// address without a query."
          }
        ]
      },
      {
        "type": "TEXT",
        "name": "scriptUrl",
        "displayName": "Script address",
        "simpleValueType": true,
        "help": "Leave empty when the page loads the script itself. Another address than the one given here must also be allowed under Permissions, Injects Scripts, of this template.",
        "defaultValue": "https://cdn.example/svc.js",
        "valueValidators": [
          {
            "type": "REGEX",
            "args": ["https://[^\\s/?#]+(/[^\\s?#]*)?"],
            "errorMessage": "An https:// address without a query."
          }
        ]
      }
    ],
    "enablingConditions": [{ "paramName": "command", "paramValue": "install", "type": "EQUALS" }]
  },
  {
    "type": "GROUP",
    "name": "privacy",
    "displayName": "Consent",
    "groupStyle": "NO_ZIPPY",
    "subParams": [
      {
        "type": "SELECT",
        "name": "consent",
        "displayName": "The tag may store and send",
        "macrosInSelect": false,
        "selectItems": [
          {
            "value": "consentMode",
            "displayValue": "As Google Consent Mode says (analytics_storage)"
          },
          { "value": "granted", "displayValue": "From the start" },
          {
            "value": "hold",
            "displayValue": "When a consent tag says so; until then events are kept in memory"
          },
          {
            "value": "denied",
            "displayValue": "When a consent tag says so; until then nothing is seen"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "consentMode"
      },
      {
        "type": "SELECT",
        "name": "whileDenied",
        "displayName": "While analytics_storage is denied",
        "macrosInSelect": false,
        "selectItems": [
          { "value": "denied", "displayValue": "See, store and send nothing" },
          { "value": "hold", "displayValue": "Keep events in memory, send them once granted" }
        ],
        "simpleValueType": true,
        "defaultValue": "denied",
        "enablingConditions": [
          { "paramName": "consent", "paramValue": "consentMode", "type": "EQUALS" }
        ]
      }
    ],
    "enablingConditions": [{ "paramName": "command", "paramValue": "install", "type": "EQUALS" }]
  },
  {
    "type": "GROUP",
    "name": "impressionRule",
    "displayName": "Impressions",
    "groupStyle": "ZIPPY_CLOSED",
    "subParams": [
      {
        "type": "SELECT",
        "name": "impressions",
        "displayName": "A product counts as seen",
        "macrosInSelect": false,
        "selectItems": [
          { "value": "visible", "displayValue": "When it was visible for some time" },
          { "value": "load", "displayValue": "As soon as it is in the page" }
        ],
        "simpleValueType": true,
        "defaultValue": "visible"
      },
      {
        "type": "TEXT",
        "name": "visiblePercent",
        "displayName": "Visible part, in percent",
        "simpleValueType": true,
        "defaultValue": "50",
        "valueUnit": "%",
        "valueValidators": [
          {
            "type": "REGEX",
            "args": ["[1-9]\\d?|100"],
            "errorMessage": "A whole number from 1 to 100."
          }
        ],
        "enablingConditions": [
          { "paramName": "impressions", "paramValue": "visible", "type": "EQUALS" }
        ]
      },
      {
        "type": "TEXT",
        "name": "visibleMs",
        "displayName": "For at least",
        "simpleValueType": true,
        "defaultValue": "1000",
        "valueUnit": "ms",
        "valueValidators": [{ "type": "NON_NEGATIVE_NUMBER" }],
        "enablingConditions": [
          { "paramName": "impressions", "paramValue": "visible", "type": "EQUALS" }
        ]
      }
    ],
    "enablingConditions": [{ "paramName": "command", "paramValue": "install", "type": "EQUALS" }]
  },
  {
    "type": "GROUP",
    "name": "list",
    "displayName": "The list that is shown",
    "groupStyle": "ZIPPY_OPEN",
    "subParams": [
      {
        "type": "TEXT",
        "name": "listQuery",
        "displayName": "Search text",
        "simpleValueType": true,
        "help": "A variable with the text of the search that is shown; empty on other pages."
      },
      {
        "type": "TEXT",
        "name": "listPage",
        "displayName": "Browse page",
        "simpleValueType": true,
        "help": "A variable with the exact value that is passed to Browse in p or p-id; empty on other pages.",
        "valueHint": "categoryPath:\"Men>Shoes\""
      },
      {
        "type": "TEXT",
        "name": "listRequestId",
        "displayName": "Request id",
        "simpleValueType": true,
        "help": "A variable with the request id of the reply, if there is one."
      }
    ],
    "enablingConditions": [
      { "paramName": "command", "paramValue": "install", "type": "EQUALS" },
      { "paramName": "command", "paramValue": "context", "type": "EQUALS" }
    ]
  },
  {
    "type": "GROUP",
    "name": "noMarkup",
    "displayName": "Without markup",
    "groupStyle": "ZIPPY_CLOSED",
    "subParams": [
      {
        "type": "CHECKBOX",
        "name": "dataLayer",
        "checkboxText": "Understand GA4 e-commerce events in the dataLayer",
        "simpleValueType": true
      },
      {
        "type": "TEXT",
        "name": "dataLayerRules",
        "displayName": "Rules for the dataLayer, JSON",
        "simpleValueType": true,
        "help": "Which item lists are searches or browse pages, and which members hold the ids; see the documentation.",
        "lineCount": 6,
        "enablingConditions": [{ "paramName": "dataLayer", "paramValue": true, "type": "EQUALS" }]
      },
      {
        "type": "TEXT",
        "name": "map",
        "displayName": "Map, JSON",
        "simpleValueType": true,
        "help": "Which elements of the page are products, facets, cart buttons and orders, instead of data-svc attributes; see the documentation.",
        "lineCount": 10
      }
    ],
    "enablingConditions": [{ "paramName": "command", "paramValue": "install", "type": "EQUALS" }]
  },
  {
    "type": "GROUP",
    "name": "more",
    "displayName": "More settings",
    "groupStyle": "ZIPPY_CLOSED",
    "subParams": [
      {
        "type": "SIMPLE_TABLE",
        "name": "settings",
        "displayName": "",
        "newRowButtonText": "Add a setting",
        "simpleTableColumns": [
          {
            "type": "TEXT",
            "name": "name",
            "displayName": "Setting",
            "defaultValue": "",
            "isUnique": true,
            "valueValidators": [{ "type": "NON_EMPTY" }]
          },
          {
            "type": "TEXT",
            "name": "value",
            "displayName": "Value (text or JSON)",
            "defaultValue": "",
            "valueValidators": [{ "type": "NON_EMPTY" }]
          }
        ]
      }
    ],
    "enablingConditions": [{ "paramName": "command", "paramValue": "install", "type": "EQUALS" }]
  },
  {
    "type": "GROUP",
    "name": "event",
    "displayName": "Event",
    "groupStyle": "NO_ZIPPY",
    "subParams": [
      {
        "type": "SELECT",
        "name": "action",
        "displayName": "Action",
        "macrosInSelect": false,
        "selectItems": [
          { "value": "search", "displayValue": "search: a search was made" },
          {
            "value": "PRODUCT_IMPRESSIONS",
            "displayValue": "PRODUCT_IMPRESSIONS: products of a list were seen"
          },
          { "value": "click", "displayValue": "click: a product of a list was opened" },
          { "value": "facets", "displayValue": "facets: the facets of a list were changed" },
          { "value": "cart", "displayValue": "cart: a product was put into the cart" },
          { "value": "order", "displayValue": "order: products were bought" },
          {
            "value": "visitor",
            "displayValue": "visitor: a visit goes on (the tag reports it by itself)"
          }
        ],
        "simpleValueType": true,
        "defaultValue": "search"
      },
      {
        "type": "TEXT",
        "name": "query",
        "displayName": "Search text",
        "simpleValueType": true,
        "help": "For impressions and facets: of the search that is shown. Without it and without a browse page, the list that the page shows is meant.",
        "enablingConditions": [
          { "paramName": "action", "paramValue": "search", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "PRODUCT_IMPRESSIONS", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "facets", "type": "EQUALS" }
        ]
      },
      {
        "type": "TEXT",
        "name": "page",
        "displayName": "Browse page",
        "simpleValueType": true,
        "help": "The exact value that is passed to Browse in p or p-id.",
        "enablingConditions": [
          { "paramName": "action", "paramValue": "PRODUCT_IMPRESSIONS", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "facets", "type": "EQUALS" }
        ]
      },
      {
        "type": "TEXT",
        "name": "pids",
        "displayName": "Products",
        "simpleValueType": true,
        "help": "A variable with a list of unique ids or of GA4 items; or unique ids with commas between.",
        "enablingConditions": [
          { "paramName": "action", "paramValue": "PRODUCT_IMPRESSIONS", "type": "EQUALS" }
        ],
        "valueValidators": [{ "type": "NON_EMPTY", "errorMessage": "The products are missing." }]
      },
      {
        "type": "TEXT",
        "name": "facets",
        "displayName": "Facets",
        "simpleValueType": true,
        "help": "A variable with the object of the changed facets, or the same as JSON.",
        "enablingConditions": [{ "paramName": "action", "paramValue": "facets", "type": "EQUALS" }],
        "valueValidators": [{ "type": "NON_EMPTY", "errorMessage": "The facets are missing." }],
        "valueHint": "{\"color\": {\"prank\": 1, \"selected\": [{\"prank\": 2, \"val\": \"Red\"}]}}"
      },
      {
        "type": "TEXT",
        "name": "products",
        "displayName": "Order lines",
        "simpleValueType": true,
        "help": "A variable with a list of {pid, qty, price, variantId} or of GA4 items. Leave empty for an order of one product.",
        "enablingConditions": [{ "paramName": "action", "paramValue": "order", "type": "EQUALS" }]
      },
      {
        "type": "TEXT",
        "name": "pid",
        "displayName": "Product",
        "simpleValueType": true,
        "help": "The unique id.",
        "enablingConditions": [
          { "paramName": "action", "paramValue": "click", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "cart", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "order", "type": "EQUALS" }
        ]
      },
      {
        "type": "TEXT",
        "name": "qty",
        "displayName": "Quantity",
        "simpleValueType": true,
        "help": "1 when empty.",
        "enablingConditions": [
          { "paramName": "action", "paramValue": "cart", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "order", "type": "EQUALS" }
        ]
      },
      {
        "type": "TEXT",
        "name": "price",
        "displayName": "Price of one unit",
        "simpleValueType": true,
        "help": "With a dot for decimals.",
        "enablingConditions": [{ "paramName": "action", "paramValue": "order", "type": "EQUALS" }]
      },
      {
        "type": "TEXT",
        "name": "variantId",
        "displayName": "Variant",
        "simpleValueType": true,
        "help": "The unique id of the variant, if there is one.",
        "enablingConditions": [
          { "paramName": "action", "paramValue": "click", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "cart", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "order", "type": "EQUALS" }
        ]
      },
      {
        "type": "TEXT",
        "name": "orderId",
        "displayName": "Order number",
        "simpleValueType": true,
        "help": "Counts an order once, however often its page is loaded. It is not sent.",
        "enablingConditions": [{ "paramName": "action", "paramValue": "order", "type": "EQUALS" }]
      },
      {
        "type": "TEXT",
        "name": "requestId",
        "displayName": "Request id",
        "simpleValueType": true,
        "help": "Of the list, if it is known.",
        "enablingConditions": [
          { "paramName": "action", "paramValue": "PRODUCT_IMPRESSIONS", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "click", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "facets", "type": "EQUALS" },
          { "paramName": "action", "paramValue": "cart", "type": "EQUALS" }
        ]
      }
    ],
    "enablingConditions": [{ "paramName": "command", "paramValue": "event", "type": "EQUALS" }]
  },
  {
    "type": "GROUP",
    "name": "consentCommand",
    "displayName": "Consent",
    "groupStyle": "NO_ZIPPY",
    "subParams": [
      {
        "type": "SELECT",
        "name": "consentState",
        "displayName": "The tag may store and send",
        "macrosInSelect": true,
        "selectItems": [
          { "value": "granted", "displayValue": "Yes" },
          { "value": "denied", "displayValue": "No: see nothing more, erase what is kept" },
          { "value": "hold", "displayValue": "Not yet: keep events in memory" }
        ],
        "simpleValueType": true,
        "defaultValue": "granted"
      }
    ],
    "enablingConditions": [{ "paramName": "command", "paramValue": "consent", "type": "EQUALS" }]
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const JSON = require('JSON');
const addConsentListener = require('addConsentListener');
const callInWindow = require('callInWindow');
const copyFromWindow = require('copyFromWindow');
const createQueue = require('createQueue');
const getTimestampMillis = require('getTimestampMillis');
const getType = require('getType');
const injectScript = require('injectScript');
const isConsentGranted = require('isConsentGranted');
const log = require('logToConsole');
const makeNumber = require('makeNumber');
const queryPermission = require('queryPermission');
const setInWindow = require('setInWindow');

const STORAGE = 'analytics_storage';

const ignore = () => {};

const isFilled = (value) => value !== undefined && value !== null && value !== '';

// The members that have a value: an empty field is a member left out.
const filled = (object, names) => {
  const result = {};
  names.forEach((name) => {
    const value = object[name];
    if (isFilled(value)) result[name] = value;
  });
  return result;
};

// Says something to the tag. Where the page has the functions of svc, they know what to do; before that, calls wait with their time in
// the list svc.q, which the tag looks for when it comes. The tag tells what is wrong with a call, so nobody waits for its result here.
const call = (name, args) => {
  if (getType(copyFromWindow('svc.' + name)) === 'function') {
    callInWindow('svc.' + name, args[0], args[1]);
    return true;
  }
  setInWindow('svc', {q: []}, false);
  if (getType(copyFromWindow('svc.q')) !== 'array') {
    log('svc: the page has something else on window.svc, so nothing is reported');
    return false;
  }
  const keep = createQueue('svc.q');
  keep([name, args, getTimestampMillis(), ignore, ignore]);
  return true;
};

const fromJson = (value) => getType(value) === 'string' ? JSON.parse(value) : value;

// The first of the members that has a value. A quantity of 0 is one: the tag refuses it with the reason.
const firstOf = (object, names) => names.map((name) => object[name]).filter(isFilled)[0];

// A list without its empty places, one thing as a list of it. Nothing for what is neither.
const listOf = (value) => {
  if (getType(value) === 'array') return value.filter(isFilled);
  return getType(value) === 'object' || getType(value) === 'number' ? [value] : undefined;
};

// The unique id of what is one already, of a line of ours or of an item of GA4.
const idOf = (item) => getType(item) === 'object' ? firstOf(item, ['pid', 'item_id', 'id']) : item;

const isJson = (text) => text.indexOf('[') === 0 || text.indexOf('{') === 0;

// Ids are texts with commas between, a list as JSON, or a list.
const idsOf = (value) => {
  const isText = getType(value) === 'string';
  const items = isText && !isJson(value.trim()) ? value.split(',') : listOf(fromJson(value)) || [];
  return items.map((item) => getType(item) === 'string' ? item.trim() : idOf(item));
};

const linesOf = (value) => {
  const items = listOf(fromJson(value));
  return items && items.map((item) => filled({
    pid: idOf(item),
    qty: firstOf(item, ['qty', 'quantity']),
    price: item.price,
    variantId: item.variantId
  }, ['pid', 'qty', 'price', 'variantId']));
};

const membersOf = {
  visitor: [],
  search: ['query'],
  PRODUCT_IMPRESSIONS: ['query', 'page', 'pids_list', 'requestId'],
  click: ['pid', 'variantId', 'requestId'],
  facets: ['query', 'page', 'facets', 'requestId'],
  cart: ['pid', 'qty', 'variantId', 'requestId'],
  order: ['products', 'pid', 'qty', 'price', 'variantId', 'orderId']
};

const eventData = () => filled({
  query: data.query,
  page: data.page,
  pids_list: idsOf(data.pids),
  facets: fromJson(data.facets),
  products: linesOf(data.products),
  pid: data.pid,
  qty: data.qty,
  price: data.price,
  variantId: data.variantId,
  orderId: data.orderId,
  requestId: data.requestId
}, membersOf[data.action]);

const listName = () => filled({
  query: data.listQuery,
  page: data.listPage,
  requestId: data.listRequestId
}, data.listQuery ? ['query', 'requestId'] : ['page', 'requestId']);

const isNamed = (list) => list.query !== undefined || list.page !== undefined;

// What Consent Mode says now is the start, and the tag hears of every change.
const startConsent = () => {
  if (data.consent !== 'consentMode') return data.consent;
  addConsentListener(STORAGE, (type, granted) => {
    call('consent', [granted ? 'granted' : 'denied']);
  });
  return isConsentGranted(STORAGE) ? 'granted' : data.whileDenied;
};

const impressionRule = () => data.impressions === 'load' ? 'load' : {
  ratio: makeNumber(data.visiblePercent) / 100,
  dwellMs: makeNumber(data.visibleMs)
};

const settings = () => {
  const given = filled({
    siteKey: data.siteKey,
    trackerUrl: data.trackerUrl,
    apiKey: data.apiKey,
    browseUrl: data.browseUrl,
    agentUrl: data.agentUrl,
    consent: startConsent(),
    impressions: impressionRule(),
    dataLayer: data.dataLayer ? data.dataLayerRules || true : undefined,
    map: data.map
  }, ['siteKey', 'trackerUrl', 'apiKey', 'browseUrl', 'agentUrl', 'consent', 'impressions', 'dataLayer', 'map']);
  (data.settings || []).forEach((row) => {
    given[row.name] = row.value;
  });
  return given;
};

const loadScript = () => {
  if (data.scriptUrl) injectScript(data.scriptUrl, data.gtmOnSuccess, data.gtmOnFailure, data.scriptUrl);
  else data.gtmOnSuccess();
};

const install = () => {
  if (data.scriptUrl && !queryPermission('inject_script', data.scriptUrl)) {
    log('svc: allow ' + data.scriptUrl + ' under Permissions, Injects Scripts, of this template');
    return data.gtmOnFailure();
  }
  if (!call('init', [settings()])) return data.gtmOnFailure();
  const list = listName();
  if (isNamed(list)) call('context', [list]);
  loadScript();
};

const finish = (isDone) => isDone ? data.gtmOnSuccess() : data.gtmOnFailure();

// What is given as order lines and is none would be an order without products.
const report = () => {
  const members = eventData();
  const isUnread = membersOf[data.action].indexOf('products') >= 0 && isFilled(data.products) && !members.products;
  if (isUnread) log('svc: the order lines are no list and no JSON of one, so the order is not reported');
  finish(!isUnread && call('track', [data.action, members]));
};

const commands = {
  install: install,
  event: report,
  context: () => finish(call('context', isNamed(listName()) ? [listName()] : [])),
  consent: () => finish(call('consent', [data.consentState]))
};

commands[data.command]();


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": { "publicId": "access_globals", "versionId": "1" },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "svc" },
                  { "type": 8, "boolean": false },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "svc.q" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "svc.init" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false },
                  { "type": 8, "boolean": true }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "svc.track" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false },
                  { "type": 8, "boolean": true }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "svc.context" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false },
                  { "type": 8, "boolean": true }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "svc.consent" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false },
                  { "type": 8, "boolean": true }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "inject_script", "versionId": "1" },
      "param": [
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [{ "type": 1, "string": "https://cdn.example/svc.js" }]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "access_consent", "versionId": "1" },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "consentType" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" }
                ],
                "mapValue": [
                  { "type": 1, "string": "analytics_storage" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "logging", "versionId": "1" },
      "param": [{ "key": "environments", "value": { "type": 1, "string": "debug" } }]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  }
]


___TESTS___

scenarios:
- name: Installing keeps the settings for the tag and loads it
  code: |-
    runCode(installation);
    assertThat(queued).isEqualTo([['init', [settings]]]);
    assertThat(scripts).isEqualTo([[SCRIPT, SCRIPT]]);
    assertApi('gtmOnSuccess').wasCalled();
    assertApi('gtmOnFailure').wasNotCalled();
    const call = page['svc.q'][0];
    assertThat(call[2]).isEqualTo(NOW);
    assertThat(call[3]('done')).isUndefined();
    assertThat(call[4]('fault')).isUndefined();
- name: Fields become settings, and further settings win
  code: |-
    const account = { apiKey: 'KEY', browseUrl: 'https://search.example', agentUrl: 'https://agent.example' };
    const rows = [
      [account, account],
      [{ impressions: 'load' }, { impressions: 'load' }],
      [{ visiblePercent: '75', visibleMs: '2000' }, { impressions: { ratio: 0.75, dwellMs: 2000 } }],
      [{ dataLayer: true, dataLayerRules: '', map: '{"product":{}}' }, { dataLayer: true, map: '{"product":{}}' }],
      [{ dataLayer: true, dataLayerRules: '{"pid":"id"}' }, { dataLayer: '{"pid":"id"}' }],
      [{ dataLayer: false, dataLayerRules: '{"pid":"id"}' }, { dataLayer: undefined }],
      [
        { settings: [{ name: 'debug', value: 'true' }, { name: 'consent', value: 'hold' }] },
        { debug: 'true', consent: 'hold' }
      ]
    ];
    rows.forEach((row) => {
      queued = [];
      runCode(changed(row[0]));
      objectKeys(row[1]).forEach((name) => assertThat(queued[0][1][0][name]).isEqualTo(row[1][name]));
    });
- name: A script that is not permitted is not asked for
  code: |-
    mock('queryPermission', (permission, url) => permission !== 'inject_script' || url !== SCRIPT);
    runCode(installation);
    assertThat(scripts).isEmpty();
    assertThat(queued).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
    assertApi('gtmOnSuccess').wasNotCalled();
    assertApi('logToConsole').wasCalledWith('svc: allow ' + SCRIPT + ' under Permissions, Injects Scripts, of this template');
- name: A script that does not load is a failure
  code: |-
    mock('injectScript', (url, onSuccess, onFailure) => { onFailure(); });
    runCode(installation);
    assertApi('gtmOnFailure').wasCalled();
    assertApi('gtmOnSuccess').wasNotCalled();
- name: A page that loads the script itself only gets the settings, after what it keeps already
  code: |-
    page['svc'] = {};
    page['svc.q'] = [['track', ['search', {}], 1, mark, mark]];
    runCode(changed({ scriptUrl: '' }));
    assertThat(page['svc.q'].map((call) => call[0])).isEqualTo(['track', 'init']);
    assertThat(scripts).isEmpty();
    assertApi('gtmOnSuccess').wasCalled();
- name: Something else on window.svc is left alone
  code: |-
    page['svc'] = 'mine';
    runCode(installation);
    runCode({ command: 'event', action: 'search', query: 'shoes' });
    assertThat(page['svc']).isEqualTo('mine');
    assertThat(scripts).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
    assertApi('gtmOnSuccess').wasNotCalled();
    assertApi('logToConsole').wasCalledWith('svc: the page has something else on window.svc, so nothing is reported');
- name: The list is named when the tag is installed, and anew on a page without reload
  code: |-
    runCode(changed({ listQuery: 'red shoes', listPage: 'ignored', listRequestId: 'r-1' }));
    runCode({ command: 'context', listPage: 'brand:"Akira"', listRequestId: 'r-2' });
    runCode({ command: 'context', listRequestId: 'r-3' });
    assertThat(queued.slice(1)).isEqualTo([
      ['context', [{ query: 'red shoes', requestId: 'r-1' }]],
      ['context', [{ page: 'brand:"Akira"', requestId: 'r-2' }]],
      ['context', []]
    ]);
    assertApi('gtmOnSuccess').wasCalled();
- name: Without Consent Mode the chosen consent is the start
  code: |-
    mock('isConsentGranted', false);
    ['granted', 'denied', 'hold'].forEach((state) => {
      queued = [];
      runCode(changed({ consent: state }));
      assertThat(queued[0][1][0].consent).isEqualTo(state);
    });
    assertApi('addConsentListener').wasNotCalled();
    assertApi('isConsentGranted').wasNotCalled();
- name: Consent Mode that says no is a no, or holds events, and a change is passed on
  code: |-
    mock('isConsentGranted', (type) => type !== 'analytics_storage');
    runCode(installation);
    runCode(changed({ whileDenied: 'hold' }));
    assertThat(queued.map((call) => call[1][0].consent)).isEqualTo(['denied', 'hold']);
    assertThat(listeners[0][0]).isEqualTo('analytics_storage');
    listeners[0][1]('analytics_storage', true);
    listeners[0][1]('analytics_storage', false);
    assertThat(queued.slice(2)).isEqualTo([['consent', ['granted']], ['consent', ['denied']]]);
- name: A call to a tag that is there is done at once
  code: |-
    ['init', 'track', 'context', 'consent'].forEach((name) => { page['svc.' + name] = mark; });
    runCode(changed({ listQuery: 'boots' }));
    runCode({ command: 'event', action: 'search', query: 'shoes' });
    runCode({ command: 'consent', consentState: 'granted' });
    assertThat(ran).isEqualTo([
      ['svc.init', settings, undefined],
      ['svc.context', { query: 'boots' }, undefined],
      ['svc.track', 'search', { query: 'shoes' }],
      ['svc.consent', 'granted', undefined]
    ]);
    assertThat(queued).isEmpty();
    assertApi('setInWindow').wasNotCalled();
    assertApi('gtmOnSuccess').wasCalled();
- name: An early event waits for the tag, with the members of its action alone
  code: |-
    const all = {
      query: 'q', page: 'p', pids: 'a, b', facets: { color: {} }, products: undefined, pid: 'x', qty: '2', price: '9.5',
      variantId: 'x_1', orderId: 'o', requestId: 'r'
    };
    const members = {
      visitor: {},
      search: { query: 'q' },
      PRODUCT_IMPRESSIONS: { query: 'q', page: 'p', pids_list: ['a', 'b'], requestId: 'r' },
      click: { pid: 'x', variantId: 'x_1', requestId: 'r' },
      facets: { query: 'q', page: 'p', facets: { color: {} }, requestId: 'r' },
      cart: { pid: 'x', qty: '2', variantId: 'x_1', requestId: 'r' },
      order: { pid: 'x', qty: '2', price: '9.5', variantId: 'x_1', orderId: 'o' }
    };
    objectKeys(members).forEach((action) => assertThat(dataOf(action, all)).isEqualTo(members[action]));
    assertThat(queued).isEqualTo([['track', ['order', members.order]]]);
    assertThat(scripts).isEmpty();
    assertApi('gtmOnSuccess').wasCalled();
- name: Empty fields are left out
  code: |-
    const given = dataOf('cart', { pid: 'x', qty: '', variantId: undefined, requestId: null });
    assertThat(objectKeys(given)).isEqualTo(['pid']);
- name: Seen products can be ids, lines or items, JSON, one of them, and have empty places
  code: |-
    const rows = [
      [['a', { item_id: 'b' }, { pid: 'c' }, { id: 'd' }, 5], ['a', 'b', 'c', 'd', 5]],
      [' [{"item_id":"a"},null,7]', ['a', 7]],
      ['{"id":"a"}', ['a']],
      ['7', ['7']],
      [7, [7]],
      [{ item_id: '', id: 'a' }, ['a']],
      [[undefined, 'a', '', null], ['a']],
      [true, []]
    ];
    rows.forEach((row) => {
      assertThat(dataOf('PRODUCT_IMPRESSIONS', { pids: row[0] }).pids_list).isEqualTo(row[1]);
    });
    assertApi('gtmOnFailure').wasNotCalled();
- name: Facets can be JSON, and what is none is left for the tag to tell
  code: |-
    const given = dataOf('facets', { page: 'p', facets: '{"unxFacetsReset":true}' });
    assertThat(given).isEqualTo({ page: 'p', facets: { unxFacetsReset: true } });
    assertThat(objectKeys(dataOf('facets', { page: 'p', facets: '{' }))).isEqualTo(['page']);
- name: Order lines can be ours or items of GA4, JSON, or one line, with empty places
  code: |-
    const line = { pid: 'a', qty: 2, price: 9.5 };
    const rows = [
      [
        [{ pid: 'a', qty: 2, price: 9.5, variantId: 'a_1' }, { item_id: 'b', quantity: 1, price: '3.00', item_variant: 'Red' }],
        [{ pid: 'a', qty: 2, price: 9.5, variantId: 'a_1' }, { pid: 'b', qty: 1, price: '3.00' }]
      ],
      ['[{"pid":"a","qty":2,"price":9.5}]', [line]],
      ['{"pid":"a","qty":2,"price":9.5}', [line]],
      [line, [line]],
      [[null, line, undefined], [line]],
      // A quantity of 0 is handed on, for the tag to refuse.
      [[{ pid: 'a', qty: 0, quantity: 3 }, { pid: 'b', quantity: 0 }], [{ pid: 'a', qty: 0 }, { pid: 'b', qty: 0 }]]
    ];
    rows.forEach((row) => assertThat(dataOf('order', { products: row[0] })).isEqualTo({ products: row[1] }));
    assertThat(dataOf('cart', { pid: 'a', qty: 0 })).isEqualTo({ pid: 'a', qty: 0 });
    assertApi('gtmOnSuccess').wasCalled();
    assertApi('gtmOnFailure').wasNotCalled();
- name: Order lines that cannot be read are a failure with a sentence
  code: |-
    ['[{', 'two boots', true].forEach((products) => runCode({ command: 'event', action: 'order', products: products }));
    assertThat(queued).isEmpty();
    assertApi('gtmOnFailure').wasCalled();
    assertApi('gtmOnSuccess').wasNotCalled();
    assertApi('logToConsole').wasCalledWith('svc: the order lines are no list and no JSON of one, so the order is not reported');
- name: Fields of another action cannot fail an event
  code: |-
    runCode({ command: 'event', action: 'search', query: 'q', products: 'two boots' });
    assertApi('gtmOnSuccess').wasCalled();
- name: Consent is passed on as it is
  code: |-
    ['granted', 'denied', 'hold'].forEach((state) => runCode({ command: 'consent', consentState: state }));
    assertThat(queued).isEqualTo([['consent', ['granted']], ['consent', ['denied']], ['consent', ['hold']]]);
    assertApi('gtmOnSuccess').wasCalled();
setup: |-
  const Object = require('Object');
  const objectKeys = (object) => Object.keys(object);

  const SCRIPT = 'https://cdn.example/svc.js';
  const NOW = 1763700000000;
  const mark = () => 'mark';

  const installation = {
    command: 'install',
    siteKey: 'SITE',
    trackerUrl: 'https://tracker.example',
    scriptUrl: SCRIPT,
    consent: 'consentMode',
    whileDenied: 'denied',
    impressions: 'visible',
    visiblePercent: '50',
    visibleMs: '1000'
  };
  const settings = {
    siteKey: 'SITE',
    trackerUrl: 'https://tracker.example',
    consent: 'granted',
    impressions: { ratio: 0.5, dwellMs: 1000 }
  };
  const changed = (fields) => {
    const result = {};
    for (let name in installation) result[name] = installation[name];
    for (let name in fields) result[name] = fields[name];
    return result;
  };

  // What stands on window, by path, and what the template did to it.
  const page = {};
  const scripts = [];
  const listeners = [];
  const ran = [];
  let queued = [];

  // The members that an event of these fields hands to the tag.
  const dataOf = (action, fields) => {
    queued = [];
    const given = { command: 'event', action: action };
    for (let name in fields) given[name] = fields[name];
    runCode(given);
    return queued[0][1][1];
  };

  mock('getTimestampMillis', NOW);
  mock('logToConsole', mark);
  mock('isConsentGranted', true);
  mock('queryPermission', true);
  mock('addConsentListener', (type, listener) => { listeners.push([type, listener]); });
  mock('copyFromWindow', (path) => page[path]);
  mock('setInWindow', (path, value, override) => {
    if (page[path] !== undefined && !override) return false;
    page[path] = value;
    page[path + '.q'] = value.q;
    return true;
  });
  mock('createQueue', (path) => (call) => {
    page[path].push(call);
    queued.push([call[0], call[1]]);
  });
  mock('callInWindow', (path, first, second) => { ran.push([path, first, second]); });
  mock('injectScript', (url, onSuccess, onFailure, token) => {
    scripts.push([url, token]);
    onSuccess();
  });


___NOTES___

Kept by hand in the repository of svc-tag, where its scenarios are also run outside of Tag Manager.
