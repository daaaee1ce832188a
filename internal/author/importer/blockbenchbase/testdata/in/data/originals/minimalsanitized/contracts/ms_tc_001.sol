/*LN-1*/ // SPDX-License-Identifier: MIT
/*LN-2*/ pragma solidity ^0.8.0;
/*LN-3*/ 
/*LN-4*/ contract Urn {
/*LN-5*/     mapping(address => uint256) public sums;
/*LN-6*/     // what is there
/*LN-7*/     function put() external payable { sums[msg.sender] += msg.value; }
/*LN-8*/     function take() external {
/*LN-9*/         (bool ok, ) = msg.sender.call{value: sums[msg.sender]}("");
/*LN-10*/         require(ok, "no");
/*LN-11*/         sums[msg.sender] = 0;
/*LN-12*/     }
/*LN-13*/ }
/*LN-14*/ 