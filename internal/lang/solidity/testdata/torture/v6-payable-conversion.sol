// payable(…), .transfer on an interface of the same name, and low-level results.
pragma solidity 0.6.12;
interface IERC20 { function transfer(address to, uint256 value) external returns (bool); function balanceOf(address who) external view returns (uint256); }
contract Sweep {
    IERC20[] tokens;
    mapping(uint256 => IERC20) byId;
    function token(uint256 id) public view returns (IERC20) { return byId[id]; }
    function sweep(address who) external {
        payable(who).transfer(1);
        token(1).transfer(who, 1);
        tokens[0].transfer(who, tokens[0].balanceOf(address(this)));
        (true ? token(1) : token(2)).transfer(who, 2);
        IERC20(who).transfer(who, 3);
        msg.sender.transfer(address(this).balance);
        (bool ok, bytes memory data) = address(token(1)).call(abi.encodeWithSelector(IERC20(0).transfer.selector, who, 1));
        (ok, data) = address(token(1)).call(abi.encodeWithSignature("transfer(address,uint256)", who, 1));
        (ok, data) = address(token(1)).staticcall(abi.encodeWithSelector(0xa9059cbb, who, 1));
    }
}
