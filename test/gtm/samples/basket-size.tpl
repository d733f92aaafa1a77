___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.


___INFO___

{
  "type": "MACRO",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Basket Size",
  "description": "How many things are in the basket, by a cookie or by the address.",
  "containerContexts": ["WEB"]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "GROUP",
    "name": "source",
    "displayName": "Where the number is",
    "groupStyle": "NO_ZIPPY",
    "subParams": [
      {
        "type": "RADIO",
        "name": "place",
        "radioItems": [
          {
            "value": "cookie",
            "displayValue": "A cookie",
            "subParams": [
              { "type": "TEXT", "name": "cookieName", "simpleValueType": true, "valueValidators": [{ "type": "NON_EMPTY" }] }
            ]
          },
          { "value": "address", "displayValue": "The query parameter basket" }
        ],
        "simpleValueType": true
      }
    ]
  },
  {
    "type": "SIMPLE_TABLE",
    "name": "words",
    "displayName": "Words for numbers",
    "simpleTableColumns": [
      { "type": "TEXT", "name": "word", "displayName": "Word" },
      { "type": "TEXT", "name": "number", "displayName": "Number" }
    ]
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const getCookieValues = require('getCookieValues');
const getQueryParameters = require('getQueryParameters');
const makeInteger = require('makeInteger');

const text = data.place === 'cookie'
  ? getCookieValues(data.cookieName)[0]
  : getQueryParameters('basket');

for (let index = 0; index < (data.words || []).length; index++) {
  const row = data.words[index];
  if (row.word === text) return makeInteger(row.number);
}
return makeInteger(text || 0);


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": { "publicId": "get_cookies", "versionId": "1" },
      "param": [
        { "key": "cookieAccess", "value": { "type": 1, "string": "specific" } },
        { "key": "cookieNames", "value": { "type": 2, "listItem": [{ "type": 1, "string": "basket" }] } }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "get_url", "versionId": "1" },
      "param": [
        { "key": "urlParts", "value": { "type": 1, "string": "specific" } },
        { "key": "query", "value": { "type": 8, "boolean": true } },
        { "key": "queriesAllowed", "value": { "type": 1, "string": "any" } }
      ]
    },
    "isRequired": true
  }
]


___TESTS___

scenarios:
- name: The cookie says how many
  code: |-
    mock('getCookieValues', ['3']);
    assertThat(runCode({ place: 'cookie', cookieName: 'basket' })).isEqualTo(3);
- name: The address says how many
  code: |-
    mock('getQueryParameters', '12');
    assertThat(runCode({ place: 'address' })).isEqualTo(12);
- name: Nothing said is an empty basket
  code: |-
    assertThat(runCode({ place: 'address' })).isEqualTo(0);
- name: A word stands for a number
  code: |-
    mock('getQueryParameters', 'dozen');
    const words = [{ word: 'few', number: '3' }, { word: 'dozen', number: '12' }];
    assertThat(runCode({ place: 'address', words: words })).isEqualTo(12);


___NOTES___

Written for the runner's tests.
