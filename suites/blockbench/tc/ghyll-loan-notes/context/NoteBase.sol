// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/cryptography/ECDSA.sol";
import "@openzeppelin/contracts@3.4.2/drafts/EIP712.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";

// Who holds the notes, and at which price they came to their holder on average.
abstract contract NoteBase is IERC20, EIP712 {
    using SafeMath for uint256;

    bytes32 public constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    string public name;
    string public symbol;
    uint8 public constant decimals = 18;

    uint256 public override totalSupply;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public override allowance;
    mapping(address => uint256) public basisOf;
    mapping(address => uint256) public nonces;

    constructor(string memory _name, string memory _symbol) internal EIP712(_name, "1") {
        name = _name;
        symbol = _symbol;
    }

    function _move(address _from, address _to, uint256 _amount) internal virtual;

    function approve(address _spender, uint256 _amount) external override returns (bool) {
        _approve(msg.sender, _spender, _amount);
        return true;
    }

    function increaseAllowance(address _spender, uint256 _amount) external returns (bool) {
        _approve(msg.sender, _spender, allowance[msg.sender][_spender].add(_amount));
        return true;
    }

    function decreaseAllowance(address _spender, uint256 _amount) external returns (bool) {
        _approve(msg.sender, _spender, allowance[msg.sender][_spender].sub(_amount, "!allowance"));
        return true;
    }

    function permit(
        address _owner,
        address _spender,
        uint256 _amount,
        uint256 _deadline,
        uint8 _v,
        bytes32 _r,
        bytes32 _s
    ) external {
        require(block.timestamp <= _deadline, "!deadline");
        bytes32 hash = keccak256(abi.encode(PERMIT, _owner, _spender, _amount, nonces[_owner]++, _deadline));
        require(ECDSA.recover(_hashTypedDataV4(hash), _v, _r, _s) == _owner, "!signer");
        _approve(_owner, _spender, _amount);
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function transfer(address _to, uint256 _amount) external override returns (bool) {
        _move(msg.sender, _to, _amount);
        return true;
    }

    function transferFrom(address _from, address _to, uint256 _amount) external override returns (bool) {
        _approve(_from, msg.sender, allowance[_from][msg.sender].sub(_amount, "!allowance"));
        _move(_from, _to, _amount);
        return true;
    }

    function _approve(address _owner, address _spender, uint256 _amount) internal {
        require(_spender != address(0), "!spender");
        allowance[_owner][_spender] = _amount;
        emit Approval(_owner, _spender, _amount);
    }

    function _mint(address _to, uint256 _amount, uint256 _price) internal {
        basisOf[_to] = _blend(balanceOf[_to], basisOf[_to], _amount, _price);
        totalSupply = totalSupply.add(_amount);
        balanceOf[_to] = balanceOf[_to].add(_amount);
        emit Transfer(address(0), _to, _amount);
    }

    function _burn(address _from, uint256 _amount) internal {
        balanceOf[_from] = balanceOf[_from].sub(_amount, "!balance");
        totalSupply = totalSupply.sub(_amount);
        emit Transfer(_from, address(0), _amount);
    }

    // the average price of two lots
    function _blend(uint256 _held, uint256 _basis, uint256 _amount, uint256 _price) internal pure returns (uint256) {
        uint256 all = _held.add(_amount);
        return all == 0 ? 0 : _held.mul(_basis).add(_amount.mul(_price)).div(all);
    }
}
